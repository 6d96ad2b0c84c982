// What a C++ program needs to play two-player Hokm in the arena:
//
//     #include "hokm/hokm.hpp"
//
//     struct First : hokm::Bot {
//         hokm::Answer choose(const hokm::Observation&, const std::vector<hokm::Action>& legal) override {
//             return legal[0];
//         }
//     };
//
//     int main() {
//         First bot;
//         return hokm::run(bot, "first");
//     }
//
// Copy the folder `hokm` into the bot's, unchanged. It needs nothing but a C++17 compiler.
#pragma once

#include "codec.hpp"     // from_json, to_json
#include "deck.hpp"      // deck
#include "line.hpp"      // ZmqLine, StdioLine
#include "messages.hpp"  // Observation, Action and all the others
#include "run.hpp"       // Bot, Answer, run, log
