// Cards, what each is worth, and which of them a seat has not seen.
//
// One total order decides everything that has to be decided between cards: worth, then rank, then suit
// in the order S H D C, the first of them lowest.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "hokm/messages.hpp"

using Cards = std::vector<hokm::Card>;

inline constexpr std::string_view SUITS = "SHDC", RANKS = "23456789TJQKA";
inline constexpr int TEN = 8;

inline char suit(const hokm::Card& card) { return card[1]; }

// 0 for a two up to 12 for an ace.
inline int rank(const hokm::Card& card) { return static_cast<int>(RANKS.find(card[0])); }

// Thousandths of a trick that a card is worth, from 2 to A; bots/naive/cards.py says where from.
inline int worth(const hokm::Card& card, std::optional<hokm::Suit> trump) {
    static constexpr int TRUMP[] = {59,  59,  59,  60,  72,  112, 157,
                                    245, 300, 370, 519, 607, 736};
    static constexpr int PLAIN[] = {-502, -502, -502, -464, -459, -421, -344,
                                    -262, -169, -85,  40,   134,  268};
    return (suit(card) == trump ? TRUMP : PLAIN)[rank(card)];
}

// The cards from the least worth to the most.
inline Cards by_worth(Cards cards, std::optional<hokm::Suit> trump) {
    const auto key = [trump](const hokm::Card& card) {
        return std::tuple(worth(card, trump), rank(card), SUITS.find(suit(card)));
    };
    std::sort(cards.begin(), cards.end(),
              [key](const auto& a, const auto& b) { return key(a) < key(b); });
    return cards;
}

inline bool lower(const hokm::Card& a, const hokm::Card& b) { return rank(a) < rank(b); }

inline const hokm::Card& highest(const Cards& cards) {
    return *std::max_element(cards.begin(), cards.end(), lower);
}

inline const hokm::Card& lowest(const Cards& cards) {
    return *std::min_element(cards.begin(), cards.end(), lower);
}

template <class Test>
Cards those(const Cards& cards, Test test) {
    Cards found;
    std::copy_if(cards.begin(), cards.end(), std::back_inserter(found), test);
    return found;
}

inline Cards of_suit(const Cards& cards, hokm::Suit wanted) {
    return those(cards, [wanted](const hokm::Card& card) { return suit(card) == wanted; });
}

// The cards whose place the seat does not know: with the opponent, in the stock or face down.
inline Cards unseen(const hokm::Observation& seen) {
    std::array<std::array<bool, 13>, 4> known{};
    const auto know = [&known](const hokm::Card& card) {
        known[SUITS.find(suit(card))][static_cast<std::size_t>(rank(card))] = true;
    };
    for (const auto* cards : {&seen.hand, &seen.thrown, &seen.offered}) {
        std::for_each(cards->begin(), cards->end(), know);
    }
    for (const auto& drawn : seen.draws) {
        if (drawn.saw) std::for_each(drawn.saw->begin(), drawn.saw->end(), know);
    }
    for (const auto& trick : seen.tricks) {
        std::for_each(trick.cards.begin(), trick.cards.end(), know);
    }
    if (seen.lead) know(*seen.lead);

    Cards out;
    for (std::size_t s = 0; s < SUITS.size(); ++s) {
        for (std::size_t r = 0; r < RANKS.size(); ++r) {
            if (!known[s][r]) out.push_back({RANKS[r], SUITS[s]});
        }
    }
    return out;
}
