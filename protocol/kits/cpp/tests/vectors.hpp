// The files in protocol/vectors, and JSON texts compared without regard to order and white space.
#pragma once

#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "../hokm/reader.hpp"
#include "../hokm/writer.hpp"

inline std::string vector_file(const std::string& name) {
    std::ifstream file("../../vectors/" + name, std::ios::binary);
    if (!file) throw std::runtime_error("no file " + name + " in ../../vectors");
    return {std::istreambuf_iterator<char>(file), {}};
}

inline std::vector<std::string> vector_lines(const std::string& name) {
    std::ifstream file("../../vectors/" + name, std::ios::binary);
    if (!file) throw std::runtime_error("no file " + name + " in ../../vectors");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

// An object's values, or an array's items, each as its text.
inline std::map<std::string, std::string> members(std::string_view text) {
    hokm::Reader reader(text);
    std::map<std::string, std::string> found;
    for (reader.open('{'); reader.more('}');) {
        const std::string key = reader.key();
        found[key] = std::string(reader.skip());
    }
    return found;
}

inline std::vector<std::string> items(std::string_view text) {
    hokm::Reader reader(text);
    std::vector<std::string> found;
    for (reader.open('['); reader.more(']');) found.emplace_back(reader.skip());
    return found;
}

// The same text for all JSON texts that mean the same.
inline std::string same(std::string_view text) {
    hokm::Reader reader(text);
    hokm::Writer writer;
    switch (reader.peek()) {
        case '{':
            writer.open('{');
            for (const auto& [key, value] : members(text)) {
                writer.key(key);
                writer.word(same(value));
            }
            writer.close('}');
            break;
        case '[':
            writer.open('[');
            for (const std::string& item : items(text)) writer.word(same(item));
            writer.close(']');
            break;
        case '"': writer.string(reader.string()); break;
        default: writer.word(reader.skip());
    }
    return writer.text();
}
