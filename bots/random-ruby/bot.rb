# frozen_string_literal: true

# Plays any legal action, each as likely as the next.
#
# Chance comes from the id of the decision alone, so that a match which is replayed goes the same
# way.

require_relative "hokm_kit"

# One draw per decision, from a generator seeded with the id.
class RandomBot < Hokm::Bot
  WORD = 0xffffffff

  def act(message)
    legal = message[:legal]
    legal[(chance(message[:id]) * legal.size).floor]
  end

  private

  # A number from 0 up to 1, excluded, that looks random and depends on the text alone: the text's
  # 32-bit FNV-1a hash, then one step of the mulberry32 generator.
  def chance(text)
    hash = text.each_byte.inject(0x811c9dc5) { |sum, byte| ((sum ^ byte) * 0x01000193) & WORD }
    mixed = (hash + 0x6d2b79f5) & WORD
    mixed = ((mixed ^ (mixed >> 15)) * (mixed | 1)) & WORD
    mixed ^= (mixed + ((mixed ^ (mixed >> 7)) * (mixed | 61))) & WORD
    (mixed ^ (mixed >> 14)).fdiv(WORD + 1)
  end
end

Hokm.run(RandomBot.new, name: "random-ruby", author: "Hokm Arena")
