// The fields of every type, and the texts of every enum: the one place where both are listed.
#pragma once

#include <string_view>
#include <tuple>

#include "messages.hpp"

namespace hokm {

template <class T, class Member>
struct Field {
    std::string_view name;
    Member T::*member;
};
template <class T, class Member>
Field(const char*, Member T::*) -> Field<T, Member>;

template <class T>
inline constexpr std::tuple<> fields{};
template <>
inline constexpr std::tuple fields<Drawn>{
    Field{"seat", &Drawn::seat}, Field{"draw", &Drawn::draw},
    Field{"saw", &Drawn::saw}, Field{"took", &Drawn::took}};
template <>
inline constexpr std::tuple fields<Trick>{
    Field{"leader", &Trick::leader}, Field{"cards", &Trick::cards},
    Field{"winner", &Trick::winner}};
template <>
inline constexpr std::tuple fields<Observation>{
    Field{"deal", &Observation::deal}, Field{"phase", &Observation::phase},
    Field{"seat", &Observation::seat}, Field{"turn", &Observation::turn},
    Field{"score", &Observation::score}, Field{"hakem", &Observation::hakem},
    Field{"hakem_draw", &Observation::hakem_draw}, Field{"trump", &Observation::trump},
    Field{"hand", &Observation::hand}, Field{"thrown", &Observation::thrown},
    Field{"throw_counts", &Observation::throw_counts}, Field{"draws", &Observation::draws},
    Field{"stock", &Observation::stock}, Field{"offered", &Observation::offered},
    Field{"tricks", &Observation::tricks}, Field{"lead", &Observation::lead},
    Field{"tricks_won", &Observation::tricks_won}};
template <>
inline constexpr std::tuple fields<Rules>{
    Field{"target", &Rules::target}, Field{"kot_hakem", &Rules::kot_hakem},
    Field{"kot_other", &Rules::kot_other}};
template <>
inline constexpr std::tuple fields<Time>{
    Field{"startup_ms", &Time::startup_ms}, Field{"move_ms", &Time::move_ms},
    Field{"bank_ms", &Time::bank_ms}, Field{"increment_ms", &Time::increment_ms},
    Field{"ponder", &Time::ponder}};
template <>
inline constexpr std::tuple fields<MatchStart>{
    Field{"match", &MatchStart::match}, Field{"seat", &MatchStart::seat},
    Field{"rules", &MatchStart::rules}, Field{"time", &MatchStart::time},
    Field{"limits", &MatchStart::limits}, Field{"format", &MatchStart::format}};
template <>
inline constexpr std::tuple fields<Act>{
    Field{"id", &Act::id}, Field{"observation", &Act::observation}, Field{"legal", &Act::legal},
    Field{"move_ms", &Act::move_ms}, Field{"bank_ms", &Act::bank_ms}};
template <>
inline constexpr std::tuple fields<Result>{
    Field{"deal", &Result::deal}, Field{"winner", &Result::winner},
    Field{"tricks", &Result::tricks}, Field{"points", &Result::points},
    Field{"kot", &Result::kot}};
template <>
inline constexpr std::tuple fields<DealEnd>{
    Field{"result", &DealEnd::result}, Field{"score", &DealEnd::score}};
template <>
inline constexpr std::tuple fields<MatchEnd>{
    Field{"score", &MatchEnd::score}, Field{"winner", &MatchEnd::winner},
    Field{"reason", &MatchEnd::reason}};

template <class T>
inline constexpr bool has_fields = std::tuple_size_v<std::decay_t<decltype(fields<T>)>> != 0;

// The texts of an enum's values, in their order.
template <class Enum>
inline constexpr std::array<std::string_view, 0> texts{};
template <>
inline constexpr std::array<std::string_view, 5> texts<Phase>{
    "open", "throw", "draw", "pick", "play"};
template <>
inline constexpr std::array<std::string_view, 3> texts<Choice>{"keep", "reject", "pick"};
template <>
inline constexpr std::array<std::string_view, 2> texts<Format>{"match", "deals"};
template <>
inline constexpr std::array<std::string_view, 3> texts<Reason>{"normal", "concede", "forfeit"};

}  // namespace hokm
