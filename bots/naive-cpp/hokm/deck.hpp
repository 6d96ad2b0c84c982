// Decks as the protocol derives them, to look into a match that is over: its seed is in the record.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "messages.hpp"

namespace hokm {

using Digest = std::array<std::uint8_t, 32>;

// SHA-256 (FIPS 180-4) of a text.
inline Digest sha256(std::string text) {
    static constexpr std::uint32_t K[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
        0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
        0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
        0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
        0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
        0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
        0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2};
    std::array<std::uint32_t, 8> hash = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const auto rotated = [](std::uint32_t x, int by) { return x >> by | x << (32 - by); };

    // A 1 bit, zeros, and the length in bits fill the last block of 64 bytes.
    const std::uint64_t bits = std::uint64_t{text.size()} * 8;
    text += '\x80';
    text.resize((text.size() + 8 + 63) / 64 * 64 - 8, '\0');
    for (int shift = 56; shift >= 0; shift -= 8) text += static_cast<char>(bits >> shift & 0xFF);

    for (std::size_t block = 0; block < text.size(); block += 64) {
        std::uint32_t w[64];
        for (std::size_t i = 0; i < 16; ++i) {
            w[i] = 0;
            for (std::size_t j = 0; j < 4; ++j) {
                w[i] = w[i] << 8 | static_cast<std::uint8_t>(text[block + 4 * i + j]);
            }
        }
        for (std::size_t i = 16; i < 64; ++i) {
            const std::uint32_t a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + w[i - 7] +
                   (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
        }
        auto [a, b, c, d, e, f, g, h] = hash;
        for (std::size_t i = 0; i < 64; ++i) {
            const std::uint32_t s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
            const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i];
            const std::uint32_t s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
            const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
        }
        const std::uint32_t round[8] = {a, b, c, d, e, f, g, h};
        for (std::size_t i = 0; i < 8; ++i) hash[i] += round[i];
    }

    Digest digest{};
    for (std::size_t i = 0; i < 32; ++i) {
        digest[i] = static_cast<std::uint8_t>(hash[i / 4] >> (24 - 8 * (i % 4)));
    }
    return digest;
}

// Shuffles at most 256 items as the label says.
template <class T>
void shuffle(std::vector<T>& items, const std::string& label) {
    Digest digest{};
    std::size_t used = 0;
    const auto next_byte = [&] {
        if (used % 32 == 0) digest = sha256(label + '|' + std::to_string(used / 32));
        return std::size_t{digest[used++ % 32]};
    };
    for (std::size_t count = items.size(); count > 1; --count) {
        std::size_t byte = next_byte();
        while (byte >= 256 - 256 % count) byte = next_byte();
        std::swap(items[count - 1], items[byte % count]);
    }
}

// The 52 cards of a deal, from 1, as shuffled; of deal 0, turned up for the first hakem.
inline std::vector<Card> deck(const std::string& match_seed, int deal) {
    std::vector<Card> cards;
    for (const char suit : std::string_view("SHDC")) {
        for (const char rank : std::string_view("AKQJT98765432")) cards.push_back({rank, suit});
    }
    shuffle(cards, "hokm-arena deck 1|" + match_seed + '|' + std::to_string(deal));
    return cards;
}

}  // namespace hokm
