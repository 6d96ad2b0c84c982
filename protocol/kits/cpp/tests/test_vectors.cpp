// Replays protocol/vectors, as its README says.
#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "../hokm/hokm.hpp"
#include "check.hpp"
#include "vectors.hpp"

using namespace hokm;

namespace {

struct Said {
    std::string from;
    std::string message;
};

// A line on which everything is said as it is written down.
class Script : public Line {
  public:
    explicit Script(std::vector<Said> script) : script_(std::move(script)) {}

    bool receive(std::string& message) override {
        if (over()) return false;
        CHECK_EQUAL(next().from, "referee");
        message = script_[at_++].message;
        return true;
    }

    bool send(std::string_view message) override {
        CHECK(!over());
        CHECK_EQUAL(next().from, "bot");
        CHECK_EQUAL(same(message), same(script_[at_++].message));
        return true;
    }

    bool over() const { return at_ == script_.size(); }
    const Said& next() const { return script_.at(at_); }

    // How many messages of a type the referee has.
    int count(const std::string& type) const {
        return static_cast<int>(std::count_if(script_.begin(), script_.end(), [&](const Said& said) {
            return said.from == "referee" && members(said.message).at("type") == '"' + type + '"';
        }));
    }

  private:
    std::vector<Said> script_;
    std::size_t at_ = 0;
};

Action sorted(Action action) {
    if (auto* open = std::get_if<Open>(&action)) std::sort(open->throw_.begin(), open->throw_.end());
    if (auto* thrown = std::get_if<Throw>(&action)) {
        std::sort(thrown->throw_.begin(), thrown->throw_.end());
    }
    return action;
}

bool is_legal(const Action& action, const std::vector<Action>& legal) {
    return std::holds_alternative<Concede>(action) ||
           std::any_of(legal.begin(), legal.end(),
                       [&](const Action& each) { return sorted(each) == sorted(action); });
}

// Chooses what the script says next.
class Follower : public Bot {
  public:
    Follower(const Script& script, bool legally) : script_(script), legally_(legally) {}

    Answer choose(const Observation&, const std::vector<Action>& legal) override {
        auto reply = members(script_.next().message);
        const auto action = from_json<Action>(reply.at("action"));
        CHECK(!legally_ || is_legal(action, legal));
        return {action, reply.count("note") ? from_json<std::string>(reply["note"]) : ""};
    }
    void match_start(const MatchStart&) override { ++match_starts; }
    void deal_end(const DealEnd&) override { ++deal_ends; }
    void match_end(const MatchEnd&) override { ++match_ends; }

    int match_starts = 0, deal_ends = 0, match_ends = 0;

  private:
    const Script& script_;
    bool legally_;
};

void replay(std::vector<Said> said, bool legally = true) {
    auto hello = members(said.at(0).message);
    Script script(std::move(said));
    Follower bot(script, legally);
    const auto text = [&](const char* key) {
        return hello.count(key) ? from_json<std::string>(hello[key]) : "";
    };
    play(bot, script, text("name"), text("author"));
    CHECK(script.over());
    CHECK_EQUAL(bot.match_starts, script.count("match_start"));
    CHECK_EQUAL(bot.deal_ends, script.count("deal_end"));
    CHECK_EQUAL(bot.match_ends, script.count("match_end"));
}

void replay_file(const std::string& name) {
    std::vector<Said> said;
    for (const std::string& line : vector_lines(name)) {
        auto parts = members(line);
        said.push_back({from_json<std::string>(parts.at("from")), parts.at("message")});
    }
    replay(std::move(said));
}

// A bot that always answers the same.
struct Constant : Bot {
    explicit Constant(Answer given) : answer(std::move(given)) {}
    Answer choose(const Observation&, const std::vector<Action>&) override { return answer; }
    Answer answer;
};

const std::string HELLO = R"({"type":"hello","protocol":1,"name":"first"})";

template <class T>
void check_round_trip(const std::string& text) {
    CHECK_EQUAL(same(to_json(from_json<T>(text))), same(text));
}

// The same, of a message with its type.
template <class T>
void check_message(const std::string& text) {
    const std::string fields_only = to_json(std::get<T>(message_from_json(text)));
    auto expected = members(text);
    expected.erase("type");
    CHECK(expected.size() == members(fields_only).size());
    for (const auto& [key, value] : expected) {
        CHECK_EQUAL(same(members(fields_only).at(key)), same(value));
    }
}

}  // namespace

TEST("the conversation of the protocol's page") { replay_file("conversation.jsonl"); }
TEST("a match to seven, with notes") { replay_file("conversations/to-seven.jsonl"); }
TEST("single deals") { replay_file("conversations/single-deals.jsonl"); }
TEST("a concession with a note") { replay_file("conversations/concession.jsonl"); }
TEST("the opponent's forfeit, and a line closed without bye") {
    replay_file("conversations/forfeit.jsonl");
}
TEST("two matches of one process") { replay_file("conversations/two-matches.jsonl"); }
TEST("a referee of a later version") { replay_file("conversations/later-version.jsonl"); }

TEST("what is illegal is sent as the bot gave it") {
    auto file = members(vector_file("refusals.json"));
    std::map<std::string, std::string> acts;
    for (const std::string& act : items(file.at("acts"))) {
        auto parts = members(act);
        acts[parts.at("name")] = parts.at("message");
    }
    int count = 0;
    for (const std::string& refusal : items(file.at("refused"))) {
        auto parts = members(refusal);
        if (parts.at("fault") != "\"illegal\"") continue;
        const auto sent = from_json<std::vector<std::string>>(parts.at("sent"));
        CHECK_EQUAL(sent.size(), 1u);
        std::vector<Said> said{{"bot", HELLO}, {"referee", acts.at(parts.at("act"))},
                               {"bot", sent[0]}};
        if (parts.at("then") != "null") said.push_back({"referee", parts.at("then")});
        replay(std::move(said), false);
        ++count;
    }
    CHECK(count > 0);
}

TEST("every message is read whole, and every action written again") {
    int count = 0;
    for (const std::string& each : items(members(vector_file("messages.json")).at("messages"))) {
        auto parts = members(each);
        const std::string message = parts.at("message");
        auto fields_ = members(message);
        const auto type = from_json<std::string>(fields_.at("type"));
        const auto text = [&](const char* key) {
            return fields_.count(key) ? from_json<std::string>(fields_[key]) : "";
        };
        ++count;
        if (type == "hello") {
            CHECK_EQUAL(same(hello_message(text("name"), text("author"))), same(message));
        } else if (type == "action") {
            const Answer answer(from_json<Action>(fields_.at("action")), text("note"));
            CHECK_EQUAL(same(action_message(text("id"), answer)), same(message));
        } else if (type == "match_start") {
            check_message<MatchStart>(message);
        } else if (type == "act") {
            check_message<Act>(message);
        } else if (type == "deal_end") {
            check_message<DealEnd>(message);
        } else if (type == "match_end") {
            check_message<MatchEnd>(message);
        } else {
            CHECK_EQUAL(type, "bye");
            CHECK(std::holds_alternative<Bye>(message_from_json(message)));
        }
    }
    CHECK(count > 0);
}

TEST("every observation is read whole") {
    const auto lines = vector_lines("observations.jsonl");
    CHECK(!lines.empty());
    for (const std::string& line : lines) {
        auto parts = members(line);
        for (const std::string& each : items(parts.at("observations"))) {
            check_round_trip<Observation>(each);
        }
        check_round_trip<Action>(parts.at("action"));
    }
}

TEST("a note is cut at 280 code points, and an empty one left out") {
    const auto notes = items(members(vector_file("notes.json")).at("notes"));
    CHECK(!notes.empty());
    for (const std::string& each : notes) {
        auto parts = members(each);
        const Answer answer(Play{"AS"}, from_json<std::string>(parts.at("note")));
        auto message = members(action_message("5f", answer));
        CHECK_EQUAL(message.count("note") ? same(message["note"]) : "null", same(parts.at("sent")));
    }
}

TEST("decks are the protocol's") {
    const auto decks = items(members(vector_file("decks.json")).at("decks"));
    CHECK(!decks.empty());
    for (const std::string& each : decks) {
        auto parts = members(each);
        const auto seed = from_json<std::string>(parts.at("match_seed"));
        const auto cards = deck(seed, from_json<int>(parts.at("deal")));
        CHECK_EQUAL(to_json(cards), to_json(from_json<std::vector<Card>>(parts.at("deck"))));
    }
}

TEST("a message that cannot be read is left out, and the next one answered") {
    const std::string act = R"({"type":"act","id":"a","observation":)" +
                            to_json(Observation{}) +
                            R"(,"legal":[{"play":"AS"}],"move_ms":1,"bank_ms":1})";
    Constant bot(Play{"AS"});
    std::ostringstream said;
    std::streambuf* const errors = std::cerr.rdbuf(said.rdbuf());
    Script script({{"bot", HELLO},
                   {"referee", "{"},
                   {"referee", R"({"type":"act","id":"a"})"},
                   {"referee", "\xff\xfe"},
                   {"referee", act},
                   {"bot", R"({"type":"action","id":"a","action":{"play":"AS"}})"},
                   {"referee", R"({"type":"bye"})"}});
    play(bot, script, "first");
    std::cerr.rdbuf(errors);
    CHECK(script.over());
    CHECK_EQUAL(said.str(),
                "first: left out a message: `\"` expected at byte 1\n"
                "first: left out a message: field `observation` expected at byte 23\n"
                "first: left out a message: `{` expected at byte 0\n");
}
