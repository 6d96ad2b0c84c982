// Plays any legal action, each as likely as the next.
//
// Chance comes from the id of the decision alone, so that a match which is replayed goes the same way.
#include <cstdint>
#include <string>

#include "hokm/hokm.hpp"

// A number of 32 bits that looks random and depends on the text alone: the text's FNV-1a hash, then one
// step of the mulberry32 generator.
std::uint32_t chance(const std::string& text) {
    std::uint32_t hash = 0x811c9dc5;
    for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x01000193;
    hash += 0x6d2b79f5;
    std::uint32_t mixed = (hash ^ hash >> 15) * (hash | 1);
    mixed ^= mixed + (mixed ^ mixed >> 7) * (mixed | 61);
    return mixed ^ mixed >> 14;
}

class Random : public hokm::Bot {
    hokm::Answer act(const hokm::Act& message) override {
        return message.legal[std::uint64_t{chance(message.id)} * message.legal.size() >> 32];
    }
};

int main() {
    Random bot;
    return hokm::run(bot, "random-cpp", "Hokm Arena");
}
