# frozen_string_literal: true

require "digest"
require "json"
require "socket"

# What a Ruby program needs to play two-player Hokm in the arena: derive from Hokm::Bot, call
# Hokm.run.
#
#   require_relative "hokm_kit"
#
#   class First < Hokm::Bot
#     def choose(seen, legal)
#       legal.first
#     end
#   end
#
#   Hokm.run(First.new, name: "first")
#
# Copy this file into the bot's folder, unchanged. It needs nothing but Ruby 3.0. Messages are
# hashes with symbols for keys, as hokm_kit.rbs lists them. A card is text, rank then suit ("AS",
# "TH", "2C"); a seat is 0 or 1; arrays of two go by seat.
module Hokm
  PROTOCOL = 1
  NOTE_LIMIT = 280 # characters
  CONCEDE = { concede: true }.freeze # gives up the match; never listed, always legal

  # Derive from it and give it a choose; the rest may stay. One object plays all matches.
  class Bot
    # One of legal or CONCEDE; or an array of that and a note, which is kept in the record.
    def choose(_seen, _legal)
      raise NotImplementedError, "a bot must say what it chooses"
    end

    # Like choose, with the whole message; override it to know the time left or the id.
    def act(message)
      choose(message[:observation], message[:legal])
    end

    # A match begins: match, seat, rules, time, limits, format.
    def match_start(message); end

    # A deal is over: result (winner, tricks, points, kot) and the score.
    def deal_end(message); end

    # A match is over: score, winner, reason. Another may begin.
    def match_end(message); end
  end

  # The referee is gone.
  class Ended < StandardError; end

  # There is no line to a referee; the message says why.
  class Unavailable < StandardError; end

  class << self
    # Print to standard error, which the arena keeps.
    def log(*words)
      $stderr.puts(words.join(" "))
    end

    # Play until the referee says bye or is gone. SIGTERM and SIGINT end the process at once.
    #
    # The name has at most 40 characters, the author at most 200.
    def run(bot, name:, author: nil)
      %w[INT TERM].each { |signal| trap(signal) { exit!(0) } }
      play(bot, open_line(ENV.fetch("ARENA_ENDPOINT", "")), name: name, author: author)
    rescue Unavailable => e
      abort("#{name}: #{e.message}")
    end

    # What run does once there is a line: something to write a message to and to read one from.
    def play(bot, line, name:, author: nil)
      hello = { type: "hello", protocol: PROTOCOL, name: name, author: author }
      line.write(JSON.generate(hello.compact))
      until (message = JSON.parse(line.read, symbolize_names: true))[:type] == "bye"
        case message[:type]
        when "act" then line.write(JSON.generate(reply(message[:id], bot.act(message))))
        when "match_start" then bot.match_start(message)
        when "deal_end" then bot.deal_end(message)
        when "match_end" then bot.match_end(message)
        end
      end
    rescue Ended
      nil
    end

    # The deck of a deal, top first, from the match seed in a record; deal 0 is what was turned up
    # for the first hakem. It shows what happened in a match that is over: no bot learns a seed.
    def deck(match_seed, deal)
      deck = "SHDC".chars.flat_map { |suit| "AKQJT98765432".chars.map { |rank| rank + suit } }
      bytes = stream("hokm-arena deck 1|#{match_seed}|#{deal}")
      51.downto(1) do |last|
        count = last + 1
        drawn = bytes.next until drawn && drawn < 256 - (256 % count)
        other = drawn % count
        deck[last], deck[other] = deck[other], deck[last]
      end
      deck
    end

    private

    def reply(id, answer)
      action, note = answer.is_a?(Array) ? answer : [answer, nil]
      reply = { type: "action", id: id, action: action }
      note.to_s.empty? ? reply : reply.merge(note: note[0, NOTE_LIMIT])
    end

    # ZeroMQ's line at the endpoint; without one, standard input and output.
    def open_line(endpoint)
      return ZmtpLine.new(endpoint) unless endpoint.empty?

      if $stdin.tty?
        raise Unavailable, "ARENA_ENDPOINT is not set. The arena starts this program and names " \
                           "the referee's endpoint there; try it with `arena play FOLDER naive`."
      end
      line = StreamLine.new($stdin, $stdout)
      $stdout = $stderr # what the bot prints is no message
      line
    end

    # The bytes that belong to a label.
    def stream(label)
      Enumerator.new do |bytes|
        0.step do |block|
          Digest::SHA256.digest("#{label}|#{block}").each_byte { |byte| bytes << byte }
        end
      end
    end
  end

  # A line over two streams: one message a line, each written at once.
  class StreamLine
    def initialize(input, output)
      @input = input
      @output = output
      @output.sync = true
    end

    def write(message)
      @output.write(message, "\n")
    rescue IOError, SystemCallError
      raise Ended
    end

    def read
      line = @input.gets
      raise Ended unless line&.end_with?("\n")

      line
    rescue IOError, SystemCallError
      raise Ended
    end
  end

  # Speaks as much of the ZeroMQ wire protocol (ZMTP 3.1, RFC 37) as a bot needs, over ipc://.
  class ZmtpLine
    SCHEME = "ipc://"
    # Signature and version, mechanism, no server, filler; then what tells the kind of socket.
    GREETING = ["\xFF\0\0\0\0\0\0\0\x01\x7F\x03\x01", "NULL", "", ""].pack("a12a20a1a31").freeze
    READY = "\x04\x29\x05READY\x0BSocket-Type\0\0\0\x06DEALER\x08Identity\0\0\0\0".b.freeze
    LONG = 2 # flag of a frame: its length has eight bytes
    COMMAND = 4 # flag of a frame: it is no message

    def initialize(endpoint)
      unless endpoint.start_with?(SCHEME)
        raise Unavailable, "ARENA_ENDPOINT is #{endpoint.inspect}; this kit knows only ipc://PATH"
      end

      @socket = UNIXSocket.new(endpoint.delete_prefix(SCHEME))
      @socket.write(GREETING, READY)
      take(GREETING.bytesize)
      frame # READY, before which ZeroMQ takes no message
    rescue SystemCallError => e
      raise Unavailable, "no referee at #{endpoint}: #{e.message}"
    end

    def write(message)
      size = message.bytesize
      @socket.write(size < 256 ? [0, size].pack("CC") : [LONG, size].pack("CQ>"), message)
    rescue IOError, SystemCallError
      raise Ended
    end

    def read
      loop do
        flags, content = frame
        return content if (flags & COMMAND).zero?
      end
    rescue IOError, SystemCallError
      raise Ended
    end

    private

    # Flags and content of the next frame.
    def frame
      flags = take(1).ord
      size = (flags & LONG).zero? ? take(1).ord : take(8).unpack1("Q>")
      [flags, take(size)]
    end

    # That many of the next bytes.
    def take(size)
      data = @socket.read(size)
      data&.bytesize == size ? data : raise(Ended)
    end
  end
end
