// What is JSON is read, and what is not is refused, without a byte too many looked at.
#include <string>
#include <vector>

#include "../hokm/hokm.hpp"
#include "check.hpp"
#include "vectors.hpp"

using namespace hokm;

TEST("numbers, texts and escapes are read") {
    CHECK_EQUAL(from_json<int>(" -12 "), -12);
    CHECK_EQUAL(from_json<int>("0"), 0);
    CHECK_EQUAL(from_json<std::string>(R"("a\"\\\/\b\f\n\r\tz")"), "a\"\\/\b\f\n\r\tz");
    CHECK_EQUAL(from_json<std::string>(R"("\u0041\u00e9\u20AC\ud83c\udca1")"), "Aé€🂡");
    CHECK(from_json<std::optional<int>>("null") == std::nullopt);
    CHECK(from_json<std::vector<int>>("[ 1 , 2 ]") == std::vector<int>({1, 2}));
    CHECK(from_json<bool>("true") && !from_json<bool>("false"));
}

TEST("control characters and quotes are written so that they can be read") {
    const std::string text = std::string("\0\x1f\n\"\\/é🂡", 12);
    CHECK_EQUAL(from_json<std::string>(to_json(text)), text);
}

TEST("values that are not asked for are skipped, whatever they are") {
    const std::string odd =
        R"({"x":[{},[],"a\"]}",{"y":[1]},-0.5,1e9,0.1E-3,true,false,null],"score":[1,2]},)"
        R"("winner":null,"reason":"concede","z":[[[]]]})";
    const auto end = from_json<MatchEnd>(R"({"score":[3,4],"w":)" + odd);
    CHECK(end.score == Pair<int>({3, 4}));
    CHECK(end.reason == Reason::Concede);
}

TEST("what is no JSON, or something else than asked for, is unreadable") {
    for (const char* text :
         {"", " ", "{", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "1", "\"", "\"a", "\"a\\", "nul",
          "[1]x", "[01]", "[-]", "[1.5]", "[1e2]", "[99999999999]", "[true]", "[\"1\"]", "[null]",
          "{\"a\":1}"}) {
        CHECK_THROWS(Unreadable, text, from_json<std::vector<int>>(text));
    }
    for (const char* text : {"\"\n\"", R"("\x")", R"("\u12")", R"("\u12g4")", R"("\ud800")",
                             R"("\ud800\n")", R"("\ud800\u0041")", R"("\udc00")", R"("\u+123")"}) {
        CHECK_THROWS(Unreadable, text, from_json<std::string>(text));
    }
    for (const char* text :
         {"{}", "[]", "{\"score\":[1,2]}", "{\"score\":[1],\"winner\":0,\"reason\":\"normal\"}",
          "{\"score\":[1,2,3],\"winner\":0,\"reason\":\"normal\"}",
          "{\"score\":[1,2],\"winner\":0,\"reason\":\"weather\"}",
          "{\"score\":[1,2],\"winner\":0,\"reason\":\"normal\",}",
          "{\"score\":[1,2],\"winner\":0,\"reason\":\"normal\",\"x\":.5}",
          "{\"score\":[1,2],\"winner\":0,\"reason\":\"normal\",\"x\":1.}",
          "{\"score\":[1,2],\"winner\":0,\"reason\":\"normal\",x:1}"}) {
        CHECK_THROWS(Unreadable, text, from_json<MatchEnd>(text));
    }
    for (const char* text : {"{}", "{\"play\":1}", "{\"trump\":\"S\"}", "{\"draw\":\"fold\"}",
                             "{\"trump\":\"SH\",\"throw\":[]}", "{\"bid\":7}", "[]"}) {
        CHECK_THROWS(Unreadable, text, from_json<Action>(text));
    }
}

TEST("what is nested without end is unreadable, and uses up no stack") {
    const std::string deep = "{\"type\":" + std::string(1'000'000, '[');
    CHECK_THROWS(Unreadable, "deep", message_from_json("{\"x\":" + deep));
    CHECK_THROWS(Unreadable, "deep", message_from_json(deep));
}

TEST("every message that is cut short is unreadable") {
    for (const std::string& line : vector_lines("conversation.jsonl")) {
        const std::string message = members(line).at("message");
        for (std::size_t size = 0; size < message.size(); size += 3) {
            CHECK_THROWS(Unreadable, message.substr(0, size),
                         from_json<Act>(std::string(message, 0, size)));
        }
    }
}

TEST("a message with a byte changed is read or is not, and nothing else happens") {
    std::uint32_t chance = 1;
    for (const std::string& line : vector_lines("conversation.jsonl")) {
        const std::string message = members(line).at("message");
        for (int round = 0; round < 200; ++round) {
            std::string changed = message;
            chance = chance * 1664525 + 1013904223;
            changed[chance % changed.size()] = static_cast<char>(chance >> 24);
            try {
                message_from_json(changed);
            } catch (const Unreadable&) {
            }
        }
    }
}
