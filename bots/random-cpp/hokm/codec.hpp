// Messages from JSON and back:
//
//     Act act = from_json<Act>(text);
//     std::string text = to_json(act.observation);
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "fields.hpp"
#include "messages.hpp"
#include "reader.hpp"
#include "writer.hpp"

namespace hokm {

// ---- Reading ----

template <class T>
void read(Reader& reader, T& value);

template <class T>
void read(Reader& reader, std::optional<T>& value) {
    value.reset();
    if (!reader.null()) read(reader, value.emplace());
}

template <class T>
void read(Reader& reader, std::vector<T>& values) {
    values.clear();
    for (reader.open('['); reader.more(']');) read(reader, values.emplace_back());
}

template <class T, std::size_t N>
void read(Reader& reader, std::array<T, N>& values) {
    std::size_t count = 0;
    for (reader.open('['); reader.more(']'); ++count) {
        if (count == N) reader.fail("the end of a list");
        read(reader, values[count]);
    }
    if (count != N) reader.fail("a longer list");
}

template <class T>
void read(Reader& reader, std::map<std::string, T>& values) {
    values.clear();
    for (reader.open('{'); reader.more('}');) read(reader, values[reader.key()]);
}

// Whatever action it is, its keys say which.
inline void read(Reader& reader, Action& action) {
    std::optional<Suit> trump;
    std::optional<std::vector<Card>> thrown;
    bool known = false;
    for (reader.open('{'); reader.more('}');) {
        const std::string key = reader.key();
        known = true;
        if (key == "play") {
            read(reader, action.emplace<Play>().play);
        } else if (key == "trump") {
            read(reader, trump);
        } else if (key == "throw") {
            read(reader, thrown);
        } else if (key == "draw") {
            read(reader, action.emplace<Draw>().draw);
        } else if (key == "pick") {
            read(reader, action.emplace<Pick>().pick);
        } else if (key == "concede") {
            reader.boolean();
            action = Concede{};
        } else {
            reader.fail("an action instead of `" + key + "`");
        }
    }
    if (!known || (trump && !thrown)) reader.fail("an action");
    if (thrown && trump) {
        action = Open{*trump, std::move(*thrown)};
    } else if (thrown) {
        action = Throw{std::move(*thrown)};
    }
}

// An object with known fields; others are skipped, and none may be missing.
template <class T>
void read_object(Reader& reader, T& value) {
    constexpr std::size_t COUNT = std::tuple_size_v<std::decay_t<decltype(fields<T>)>>;
    std::array<bool, COUNT> seen{};
    for (reader.open('{'); reader.more('}');) {
        const std::string key = reader.key();
        std::size_t index = 0;
        const auto take = [&](const auto& field) {
            const bool mine = field.name == key;
            if (mine) {
                read(reader, value.*field.member);
                seen[index] = true;
            }
            ++index;
            return mine;
        };
        const bool known =
            std::apply([&](const auto&... each) { return (take(each) || ...); }, fields<T>);
        if (!known) reader.skip();
    }
    std::size_t index = 0;
    const auto check = [&](const auto& field) {
        if (!seen[index++]) reader.fail("field `" + std::string(field.name) + "`");
    };
    std::apply([&](const auto&... each) { (check(each), ...); }, fields<T>);
}

template <class T>
void read(Reader& reader, T& value) {
    if constexpr (std::is_same_v<T, std::string>) {
        value = reader.string();
    } else if constexpr (std::is_same_v<T, bool>) {
        value = reader.boolean();
    } else if constexpr (std::is_same_v<T, Suit>) {
        const std::string text = reader.string();
        if (text.size() != 1) reader.fail("a suit instead of `" + text + "`");
        value = text[0];
    } else if constexpr (std::is_integral_v<T>) {
        value = reader.integer<T>();
    } else if constexpr (std::is_enum_v<T>) {
        const std::string text = reader.string();
        const auto found = std::find(texts<T>.begin(), texts<T>.end(), text);
        if (found == texts<T>.end()) reader.fail("something else than `" + text + "`");
        value = static_cast<T>(found - texts<T>.begin());
    } else {
        static_assert(has_fields<T>);
        read_object(reader, value);
    }
}

// Reads a whole text as one value. Throws Unreadable.
template <class T>
T from_json(std::string_view text) {
    Reader reader(text);
    T value;
    read(reader, value);
    reader.end();
    return value;
}

// What the referee says. Throws Unreadable.
inline Message message_from_json(std::string_view text) {
    const auto type = [text]() -> std::string {
        Reader reader(text);
        for (reader.open('{'); reader.more('}'); reader.skip()) {
            if (reader.key() == "type") return reader.string();
        }
        reader.fail("field `type`");
    }();
    if (type == "act") return from_json<Act>(text);
    if (type == "match_start") return from_json<MatchStart>(text);
    if (type == "deal_end") return from_json<DealEnd>(text);
    if (type == "match_end") return from_json<MatchEnd>(text);
    if (type == "bye") return Bye{};
    return Unknown{};
}

// ---- Writing ----

template <class T>
void write(Writer& writer, const T& value);

template <class T>
void write(Writer& writer, const std::optional<T>& value) {
    value ? write(writer, *value) : writer.word("null");
}

template <class List>
void write_list(Writer& writer, const List& values) {
    writer.open('[');
    for (const auto& value : values) write(writer, value);
    writer.close(']');
}

template <class T>
void write(Writer& writer, const std::vector<T>& values) {
    write_list(writer, values);
}

template <class T, std::size_t N>
void write(Writer& writer, const std::array<T, N>& values) {
    write_list(writer, values);
}

template <class T>
void write(Writer& writer, const std::map<std::string, T>& values) {
    writer.open('{');
    for (const auto& [key, value] : values) {
        writer.key(key);
        write(writer, value);
    }
    writer.close('}');
}

template <class T>
void write_pair(Writer& writer, std::string_view key, const T& value) {
    writer.key(key);
    write(writer, value);
}

inline void write(Writer& writer, const Open& action) {
    write_pair(writer, "trump", action.trump);
    write_pair(writer, "throw", action.throw_);
}
inline void write(Writer& writer, const Throw& action) { write_pair(writer, "throw", action.throw_); }
inline void write(Writer& writer, const Draw& action) { write_pair(writer, "draw", action.draw); }
inline void write(Writer& writer, const Pick& action) { write_pair(writer, "pick", action.pick); }
inline void write(Writer& writer, const Play& action) { write_pair(writer, "play", action.play); }
inline void write(Writer& writer, const Concede&) { write_pair(writer, "concede", true); }

inline void write(Writer& writer, const Action& action) {
    writer.open('{');
    std::visit([&writer](const auto& kind) { write(writer, kind); }, action);
    writer.close('}');
}

template <class T>
void write(Writer& writer, const T& value) {
    if constexpr (std::is_same_v<T, std::string>) {
        writer.string(value);
    } else if constexpr (std::is_same_v<T, bool>) {
        writer.word(value ? "true" : "false");
    } else if constexpr (std::is_same_v<T, Suit>) {
        writer.string(std::string_view(&value, 1));
    } else if constexpr (std::is_integral_v<T>) {
        writer.word(std::to_string(value));
    } else if constexpr (std::is_enum_v<T>) {
        writer.string(texts<T>[static_cast<std::size_t>(value)]);
    } else {
        static_assert(has_fields<T>);
        writer.open('{');
        const auto put = [&](const auto& field) { write_pair(writer, field.name, value.*field.member); };
        std::apply([&](const auto&... each) { (put(each), ...); }, fields<T>);
        writer.close('}');
    }
}

template <class T>
std::string to_json(const T& value) {
    Writer writer;
    write(writer, value);
    return writer.text();
}

}  // namespace hokm
