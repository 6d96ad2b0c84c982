# frozen_string_literal: true

THREADS = 4
BELOW = 40_000
MIB = 100

def prime?(number)
  number > 1 && (2..Integer.sqrt(number)).none? { |d| (number % d).zero? }
end

threads = Array.new(THREADS) do |part|
  Thread.new { (part...BELOW).step(THREADS).count { |number| prime?(number) } }
end
kept = Array.new(MIB) { "x" * (1 << 20) }
puts "hello #{threads.sum(&:value)} #{kept.sum { |block| block.count('x') } >> 20}"
