// Reads JSON, as much of it as the protocol needs. A reader is asked for what should come next and
// builds nothing in between, so that a message is read in a few microseconds.
#pragma once

#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace hokm {

// A message that is not what it should be; says what was expected, and where.
class Unreadable : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Reads a text from front to back. What comes next has to be what is asked for, else Unreadable is
// thrown. The text must outlive the reader.
//
//     for (reader.open('['); reader.more(']');) numbers.push_back(reader.integer<int>());
//     for (reader.open('{'); reader.more('}');) { auto key = reader.key(); … its value … }
class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {}

    // Enters an array or an object.
    void open(char bracket) {
        expect(bracket);
        fresh_ = true;
    }

    // Whether another item or key follows; if not, the array or object has been left.
    bool more(char bracket) {
        const bool first = std::exchange(fresh_, false);
        if (peek() == bracket) {
            ++at_;
            return false;
        }
        if (!first) expect(',');
        return true;
    }

    std::string key() {
        std::string name = string();
        expect(':');
        return name;
    }

    std::string string() {
        expect('"');
        std::string value;
        for (;;) {
            const std::size_t start = at_;
            while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' && !control()) ++at_;
            value.append(text_, start, at_ - start);
            if (at_ == text_.size() || control()) fail("the rest of a text");
            if (text_[at_++] == '"') return value;
            escaped(value);
        }
    }

    template <class Integer>
    Integer integer() {
        const std::string_view digits = number();
        Integer value{};
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc() || end != digits.data() + digits.size()) fail("an integer");
        return value;
    }

    bool boolean() {
        if (word("true")) return true;
        if (!word("false")) fail("true or false");
        return false;
    }

    // Whether null comes next; if it does, it has been read.
    bool null() { return word("null"); }

    char peek() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    // Reads any value and gives its text.
    std::string_view skip() {
        peek();
        const std::size_t start = at_;
        if (++depth_ > DEPTH_LIMIT) fail("a value that is less deeply nested");
        switch (peek()) {
            case '{':
                for (open('{'); more('}'); skip()) key();
                break;
            case '[':
                for (open('['); more(']');) skip();
                break;
            case '"': string(); break;
            case 't':
            case 'f': boolean(); break;
            case 'n':
                if (!null()) fail("null");
                break;
            default: number();
        }
        --depth_;
        return text_.substr(start, at_ - start);
    }

    // The text has to end here.
    void end() {
        if (peek() != '\0' || at_ != text_.size()) fail("the end");
    }

    [[noreturn]] void fail(std::string_view expected) const {
        throw Unreadable(std::string(expected) + " expected at byte " + std::to_string(at_));
    }

  private:
    static constexpr int DEPTH_LIMIT = 100;

    static bool is_space(char letter) {
        return letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t';
    }

    static bool is_one_of(char letter, std::string_view letters) {
        return letters.find(letter) != std::string_view::npos;
    }

    bool control() const { return static_cast<unsigned char>(text_[at_]) < 0x20; }

    void expect(char letter) {
        if (peek() != letter) fail(std::string("`") + letter + "`");
        ++at_;
    }

    bool word(std::string_view letters) {
        peek();
        if (text_.substr(at_, letters.size()) != letters) return false;
        at_ += letters.size();
        return true;
    }

    std::string_view number() {
        peek();
        const std::size_t start = at_;
        const auto digits = [this] {
            const std::size_t first = at_;
            while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
            if (at_ == first) fail("a value");
        };
        const auto is_next = [this](std::string_view letters) {
            return at_ < text_.size() && is_one_of(text_[at_], letters);
        };
        if (is_next("-")) ++at_;
        const bool zero = is_next("0");
        const std::size_t first = at_;
        digits();
        if (zero && at_ > first + 1) fail("a number without a zero in front");
        if (is_next(".")) ++at_, digits();
        if (is_next("eE")) {
            ++at_;
            if (is_next("+-")) ++at_;
            digits();
        }
        return text_.substr(start, at_ - start);
    }

    // What stands behind a backslash.
    void escaped(std::string& value) {
        const char letter = at_ < text_.size() ? text_[at_++] : '\0';
        switch (letter) {
            case '"':
            case '\\':
            case '/': value += letter; return;
            case 'b': value += '\b'; return;
            case 'f': value += '\f'; return;
            case 'n': value += '\n'; return;
            case 'r': value += '\r'; return;
            case 't': value += '\t'; return;
            case 'u': break;
            default: fail("an escape sequence");
        }
        std::uint32_t point = four_digits();
        if (point >= 0xD800 && point < 0xDC00) {
            if (text_.substr(at_, 2) != "\\u") fail("the second half of a surrogate pair");
            at_ += 2;
            const std::uint32_t low = four_digits();
            if (low < 0xDC00 || low >= 0xE000) fail("the second half of a surrogate pair");
            point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
        } else if (point >= 0xDC00 && point < 0xE000) {
            fail("the first half of a surrogate pair");
        }
        append_utf8(value, point);
    }

    std::uint32_t four_digits() {
        const std::string_view digits = text_.substr(at_, 4);
        std::uint32_t value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (error != std::errc() || digits.size() < 4 || end != digits.data() + 4) {
            fail("four hexadecimal digits");
        }
        at_ += 4;
        return value;
    }

    static void append_utf8(std::string& value, std::uint32_t point) {
        const auto byte = [&value](std::uint32_t bits) { value += static_cast<char>(bits); };
        const auto follow = [&byte, point](int shift) { byte(0x80 | (point >> shift & 0x3F)); };
        if (point < 0x80) {
            byte(point);
        } else if (point < 0x800) {
            byte(0xC0 | point >> 6), follow(0);
        } else if (point < 0x10000) {
            byte(0xE0 | point >> 12), follow(6), follow(0);
        } else {
            byte(0xF0 | point >> 18), follow(12), follow(6), follow(0);
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    bool fresh_ = false;  // just behind an opening bracket
    int depth_ = 0;
};

}  // namespace hokm
