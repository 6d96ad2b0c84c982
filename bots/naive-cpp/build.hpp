// How a hand is built, but for keep or reject: the trump, what to throw, what to pick.
#pragma once

#include <algorithm>

#include "cards.hpp"
#include "hokm/messages.hpp"

// The suit with the most cards and rank: 10 and the rank for each of its cards. Of equal suits, the
// first in the order S H D C.
inline hokm::Suit best_trump(const Cards& hand) {
    const auto strength = [&hand](hokm::Suit wanted) {
        int sum = 0;
        for (const auto& card : of_suit(hand, wanted)) sum += 10 + rank(card);
        return sum;
    };
    return *std::max_element(SUITS.begin(), SUITS.end(), [strength](hokm::Suit a, hokm::Suit b) {
        return strength(a) < strength(b);
    });
}

// The least worth of a hand.
inline Cards worst(const Cards& hand, std::optional<hokm::Suit> trump, int count) {
    Cards cards = by_worth(hand, trump);
    cards.resize(static_cast<std::size_t>(count));
    return cards;
}

// The action at Open, Throw or Pick.
inline hokm::Action build(const hokm::Observation& seen) {
    static constexpr int HAKEM_THROWS = 3;
    if (seen.phase == hokm::Phase::Open) {
        const hokm::Suit trump = best_trump(seen.hand);
        return hokm::Open{trump, worst(seen.hand, trump, HAKEM_THROWS)};
    }
    if (seen.phase == hokm::Phase::Throw) {
        const auto hakem = static_cast<std::size_t>(seen.hakem);
        return hokm::Throw{worst(seen.hand, seen.trump, 5 - seen.throw_counts[hakem].value_or(0))};
    }
    return hokm::Pick{by_worth(seen.offered, seen.trump).back()};
}
