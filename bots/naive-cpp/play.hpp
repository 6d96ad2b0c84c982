// How the thirteen cards are played. Between suits of the same length, the first in the order S H D C.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cards.hpp"
#include "hokm/messages.hpp"

// Wins as cheaply as it can be done, else parts with as little as possible.
inline hokm::Card answer(const hokm::Card& led, const Cards& cards,
                         std::optional<hokm::Suit> trump) {
    if (suit(cards[0]) == suit(led)) {  // what is legal is all of the led suit, or none
        const Cards winners = those(cards, [&led](const auto& card) { return lower(led, card); });
        return lowest(winners.empty() ? cards : winners);
    }
    const Cards ruffs = those(cards, [trump](const auto& card) { return suit(card) == trump; });
    return ruffs.empty() ? by_worth(cards, trump)[0] : lowest(ruffs);
}

// The suits that the opponent did not follow in this deal.
inline std::string opponent_voids(const hokm::Observation& seen) {
    std::string voids;
    for (const auto& trick : seen.tricks) {
        const auto& [led, answered] = trick.cards;
        if (trick.leader == seen.seat && suit(answered) != suit(led)) voids += suit(led);
    }
    return voids;
}

// Whether no card of the suit that is out beats the highest of these, all of one suit.
inline bool unbeaten(const Cards& cards, const Cards& out) {
    const Cards same_suit = of_suit(out, suit(cards[0]));
    return same_suit.empty() || !lower(highest(cards), highest(same_suit));
}

// Draws trumps from strength, cashes what cannot be beaten, else leads low from length.
inline hokm::Card lead(const hokm::Observation& seen) {
    const hokm::Suit trump = seen.trump.value_or('\0');
    const Cards out = unseen(seen);
    const Cards trumps = of_suit(seen.hand, trump), trumps_out = of_suit(out, trump);
    std::vector<Cards> plain;
    for (const hokm::Suit each : SUITS) {
        Cards cards = each == trump ? Cards{} : of_suit(seen.hand, each);
        if (!cards.empty()) plain.push_back(std::move(cards));
    }
    const auto shorter = [](const Cards& a, const Cards& b) { return a.size() < b.size(); };
    std::stable_sort(plain.begin(), plain.end(), shorter);

    const bool draws_trumps =
        !trumps.empty() && !trumps_out.empty() && unbeaten(trumps, trumps_out);
    if (draws_trumps && trumps.size() >= 4) return highest(trumps);
    const std::string voids = opponent_voids(seen);
    const auto is_void = [&voids](hokm::Suit each) { return voids.find(each) != voids.npos; };
    const bool may_ruff = !trumps_out.empty() && !is_void(trump);
    for (const Cards& cards : plain) {
        if (unbeaten(cards, out) && !(may_ruff && is_void(suit(cards[0])))) return highest(cards);
    }
    if (draws_trumps) return highest(trumps);
    // The first of the longest.
    return lowest(plain.empty() ? trumps : *std::max_element(plain.begin(), plain.end(), shorter));
}

// The action at Play.
inline hokm::Action play(const hokm::Observation& seen, const std::vector<hokm::Action>& legal) {
    if (!seen.lead) return hokm::Play{lead(seen)};
    Cards cards;
    for (const auto& action : legal) cards.push_back(std::get<hokm::Play>(action).play);
    return hokm::Play{answer(*seen.lead, cards, seen.trump)};
}
