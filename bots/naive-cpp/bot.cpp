// Answers as bots/naive does, request by request. Why each rule is there, its Python files say.
#include <vector>

#include "build.hpp"
#include "cards.hpp"
#include "hokm/hokm.hpp"
#include "play.hpp"

class Naive : public hokm::Bot {
    hokm::Answer choose(const hokm::Observation& seen,
                        const std::vector<hokm::Action>& legal) override {
        switch (seen.phase) {
            case hokm::Phase::Play: return play(seen, legal);
            case hokm::Phase::Draw: return draw(seen);
            default: return build(seen);
        }
    }

    // Keeps a trump, and what is ten or higher.
    static hokm::Action draw(const hokm::Observation& seen) {
        const hokm::Card& card = seen.offered[0];
        const bool keeps = suit(card) == seen.trump || rank(card) >= TEN;
        return hokm::Draw{keeps ? hokm::Choice::Keep : hokm::Choice::Reject};
    }
};

int main() {
    Naive bot;
    return hokm::run(bot, "naive-cpp", "Hokm Arena");
}
