// The messages of the protocol as plain values, under the protocol's own names.
//
// A card is text, rank then suit: "AS", "TH", "2C". A seat is 0 or 1, and a pair goes by seat. What may
// be null is a std::optional. (`throw` is a word of C++: here it is `throw_`.)
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hokm {

using Card = std::string;
using Suit = char;  // 'S', 'H', 'D' or 'C': the second letter of a card
using Seat = int;
template <class T>
using Pair = std::array<T, 2>;

enum class Phase { Open, Throw, Draw, Pick, Play };
enum class Choice { Keep, Reject, Pick };
enum class Format { Match, Deals };
enum class Reason { Normal, Concede, Forfeit };

// What a bot may answer, one type a phase.

struct Open {
    Suit trump = 'S';
    std::vector<Card> throw_;
};
struct Throw {
    std::vector<Card> throw_;
};
struct Draw {
    Choice draw = Choice::Keep;  // or Reject
};
struct Pick {
    Card pick;
};
struct Play {
    Card play;
};
struct Concede {};  // gives up the match; never listed, always legal

using Action = std::variant<Open, Throw, Draw, Pick, Play, Concede>;

inline bool operator==(const Open& a, const Open& b) {
    return a.trump == b.trump && a.throw_ == b.throw_;
}
inline bool operator==(const Throw& a, const Throw& b) { return a.throw_ == b.throw_; }
inline bool operator==(const Draw& a, const Draw& b) { return a.draw == b.draw; }
inline bool operator==(const Pick& a, const Pick& b) { return a.pick == b.pick; }
inline bool operator==(const Play& a, const Play& b) { return a.play == b.play; }
inline bool operator==(const Concede&, const Concede&) { return true; }

// A turn at the stock. `saw` and `took` are null when it was the opponent's.
struct Drawn {
    Seat seat = 0;
    Choice draw = Choice::Keep;
    std::optional<std::vector<Card>> saw;
    std::optional<Card> took;
};

// A finished trick: the lead and its answer.
struct Trick {
    Seat leader = 0;
    std::array<Card, 2> cards;
    Seat winner = 0;
};

// Everything a seat may know.
struct Observation {
    int deal = 1;  // number of the deal, from 1
    Phase phase = Phase::Open;
    Seat seat = 0;  // yours
    Seat turn = 0;
    Pair<int> score{};
    Seat hakem = 0;
    std::vector<Card> hakem_draw;  // turned up for the first hakem; says nothing about this deal
    std::optional<Suit> trump;     // null until hakem has opened
    std::vector<Card> hand;        // suit by suit (S H D C), each from the ace down
    std::vector<Card> thrown;      // by you
    Pair<std::optional<int>> throw_counts;
    std::vector<Drawn> draws;
    int stock = 0;              // cards left in it, those offered included
    std::vector<Card> offered;  // the top card at Draw, both last cards at Pick
    std::vector<Trick> tricks;
    std::optional<Card> lead;  // the card to answer, null if you lead
    Pair<int> tricks_won{};
};

// What the referee says.

struct Rules {
    int target = 0;  // points that win the match
    int kot_hakem = 0;
    int kot_other = 0;
};

struct Time {
    int startup_ms = 0;
    int move_ms = 0;
    int bank_ms = 0;
    int increment_ms = 0;
    bool ponder = false;
};

struct MatchStart {
    std::string match;
    Seat seat = 0;
    Rules rules;
    Time time;
    std::map<std::string, std::int64_t> limits;  // "memory_mib", "processes", …
    Format format = Format::Match;
};

struct Act {
    std::string id;
    Observation observation;
    std::vector<Action> legal;  // every legal action but Concede
    int move_ms = 0;            // for this decision
    int bank_ms = 0;            // left for all decisions that take longer
};

struct Result {
    int deal = 0;
    Seat winner = 0;
    Pair<int> tricks{};
    int points = 0;  // for the winner
    bool kot = false;
};

struct DealEnd {
    Result result;
    Pair<int> score{};
};

struct MatchEnd {
    Pair<int> score{};
    std::optional<Seat> winner;  // null where single deals gave both as many points
    Reason reason = Reason::Normal;
};

struct Bye {};      // the process should end
struct Unknown {};  // of a later version

using Message = std::variant<Unknown, MatchStart, Act, DealEnd, MatchEnd, Bye>;

}  // namespace hokm
