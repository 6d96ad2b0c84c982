// Writes JSON from front to back, without white space; commas come by themselves.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace hokm {

class Writer {
  public:
    void open(char bracket) {
        separate();
        text_ += bracket;
        fresh_ = true;
    }

    void close(char bracket) {
        text_ += bracket;
        fresh_ = false;
    }

    void key(std::string_view name) {
        string(name);
        text_ += ':';
        fresh_ = true;
    }

    void string(std::string_view value) {
        static constexpr char HEX[] = "0123456789abcdef";
        separate();
        text_ += '"';
        for (const char letter : value) {
            const auto byte = static_cast<unsigned char>(letter);
            if (letter == '"' || letter == '\\') {
                text_ += '\\';
                text_ += letter;
            } else if (byte < 0x20) {
                text_ += "\\u00";
                text_ += HEX[byte >> 4];
                text_ += HEX[byte & 15];
            } else {
                text_ += letter;
            }
        }
        text_ += '"';
    }

    // A number, true, false or null.
    void word(std::string_view letters) {
        separate();
        text_ += letters;
    }

    const std::string& text() const { return text_; }

  private:
    void separate() {
        if (!std::exchange(fresh_, false)) text_ += ',';
    }

    std::string text_;
    bool fresh_ = true;  // at the start, behind an opening bracket or behind a key
};

}  // namespace hokm
