# frozen_string_literal: true

require "minitest/autorun"
require_relative "../hokm_kit"

# The files in protocol/vectors, replayed as the README there says.
class TestVectors < Minitest::Test
  VECTORS = File.expand_path("../../../vectors", __dir__)
  TOLD = %w[match_start deal_end match_end].freeze

  # A line on which a conversation must be repeated.
  class Script
    attr_reader :left

    def initialize(test, lines)
      @test = test
      @left = lines.dup
    end

    def write(message)
      @test.assert_equal(take("bot"), JSON.parse(message, symbolize_names: true))
    end

    def read
      raise Hokm::Ended if left.empty?

      JSON.generate(take("referee"))
    end

    private

    def take(from)
      speaker, message = left.shift&.values_at(:from, :message)
      @test.assert_equal(from, speaker)
      message
    end
  end

  # Answers what stands next in its script, and remembers what it hears.
  class Replayer < Hokm::Bot
    attr_reader :heard

    def initialize(test, script, illegal:)
      super()
      @test = test
      @script = script
      @illegal = illegal
      @heard = []
    end

    def choose(_seen, legal)
      action, note = @script.left.first[:message].values_at(:action, :note)
      unless @illegal || action == Hokm::CONCEDE
        @test.assert_includes(legal.map { |each| unordered(each) }, unordered(action))
      end
      note ? [action, note] : action
    end

    TOLD.each { |type| define_method(type) { |message| @heard << message } }

    private

    def unordered(action)
      action.transform_values { |value| value.is_a?(Array) ? value.sort : value }
    end
  end

  ["#{VECTORS}/conversation.jsonl", *Dir["#{VECTORS}/conversations/*.jsonl"]].each do |path|
    define_method("test_conversation_#{File.basename(path, '.jsonl')}") { replay(lines(path)) }
  end

  def test_there_are_conversations
    refute_empty(Dir["#{VECTORS}/conversations/*.jsonl"])
  end

  def test_illegal_actions_are_sent_as_they_are
    file = vectors("refusals")
    acts = file[:acts].to_h { |act| act.values_at(:name, :message) }
    illegal = file[:refused].select { |refused| refused[:fault] == "illegal" }
    refute_empty(illegal)
    illegal.each do |refused|
      sent = JSON.parse(refused[:sent].first, symbolize_names: true)
      replay([{ from: "bot", message: { type: "hello", protocol: 1, name: "first" } },
              { from: "referee", message: acts[refused[:act]] },
              { from: "bot", message: sent },
              { from: "referee", message: refused[:then] }], illegal: true)
    end
  end

  def test_notes_are_cut_and_empty_ones_left_out
    vectors("notes")[:notes].each do |each|
      note, sent = each.values_at(:note, :sent)
      reply = Hokm.send(:reply, "1", [Hokm::CONCEDE, note])
      sent ? assert_equal(sent, reply[:note]) : refute_includes(reply, :note)
      assert_equal(reply, JSON.parse(JSON.generate(reply), symbolize_names: true))
    end
  end

  def test_decks
    vectors("decks")[:decks].each do |each|
      assert_equal(each[:deck], Hokm.deck(each[:match_seed], each[:deal]))
    end
  end

  # Messages are plain hashes, so what is there to go wrong is that the types leave out a field.
  def test_every_field_of_a_message_has_its_type
    types = File.read("#{__dir__}/../hokm_kit.rbs")
    messages = vectors("messages")[:messages].select { |each| each[:from] == "referee" }
    fields = messages.flat_map { |each| names(each[:message].except(:limits)) }
    assert_empty(fields.uniq.reject { |name| types.match?(/\b#{name}: /) })
  end

  private

  def replay(lines, illegal: false)
    script = Script.new(self, lines)
    bot = Replayer.new(self, script, illegal: illegal)
    hello, *rest = lines.map { |line| line[:message] }
    Hokm.play(bot, script, name: hello[:name], author: hello[:author])
    assert_empty(script.left)
    assert_equal(rest.select { |message| TOLD.include?(message[:type]) }, bot.heard)
  end

  def vectors(name)
    JSON.parse(File.read("#{VECTORS}/#{name}.json"), symbolize_names: true)
  end

  def lines(path)
    File.readlines(path).map { |line| JSON.parse(line, symbolize_names: true) }
  end

  def names(value)
    case value
    when Hash then value.keys + value.values.flat_map { |each| names(each) }
    when Array then value.flat_map { |each| names(each) }
    else []
    end
  end
end
