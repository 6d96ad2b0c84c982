# frozen_string_literal: true

require "minitest/autorun"
require "open3"
require "rbconfig"
require "tmpdir"
require_relative "../hokm_kit"

# The kit's lines, and the kit as a process of its own: how it plays, and how it ends.
class TestProcess < Minitest::Test
  # Of a message: around where its length takes more room, and where buffers fill up.
  SIZES = [0, 1, 255, 256, 65_535, 65_536, 200_000].freeze
  BOT = <<~RUBY.freeze
    require "#{File.expand_path('../hokm_kit', __dir__)}"

    class First < Hokm::Bot
      def choose(_seen, legal)
        puts "thinking"
        legal.fetch(0)
      end
    end

    Hokm.run(First.new, name: "first")
  RUBY
  HELLO = "{\"type\":\"hello\",\"protocol\":1,\"name\":\"first\"}\n"
  ACT = { type: "act", id: "7", observation: {}, legal: [{ play: "AS" }] }.freeze
  ANSWER = "{\"type\":\"action\",\"id\":\"7\",\"action\":{\"play\":\"AS\"}}\n"

  def test_frames_of_every_size_go_both_ways_whole
    Dir.mktmpdir do |folder|
      listener = UNIXServer.new("#{folder}/referee")
      referee = Thread.new { echo(listener.accept) }
      line = Hokm::ZmtpLine.new("ipc://#{folder}/referee")
      SIZES.each { |size| echoed(line, "x" * size) }
      line.write("enough")
      assert_equal("enough", line.read)
      assert_raises(Hokm::Ended) { line.read }
      referee.join
    end
  end

  def test_lines_of_every_size_go_both_ways_whole
    input, output = IO.pipe
    line = Hokm::StreamLine.new(input, output)
    SIZES.each { |size| echoed(line, "é" * size) }
    output.write("half a message")
    output.close
    assert_raises(Hokm::Ended) { line.read }
  end

  def test_it_plays_over_standard_input_and_output_until_bye
    running do |input, output, errors, ended|
      input.puts(JSON.generate(ACT))
      assert_equal(ANSWER, output.gets)
      input.puts('{"type":"bye"}')
      assert_equal([0, "", "thinking\n"], [ended.value.exitstatus, output.read, errors.read])
    end
  end

  def test_it_ends_quietly_whatever_ends_it
    ends = [->(input, _) { input.close }]
    ends += %w[TERM INT].map { |signal| ->(_, bot) { Process.kill(signal, bot.pid) } }
    ends.each do |finish|
      running do |input, output, errors, bot|
        finish.call(input, bot)
        assert_equal([0, "", ""], [bot.value.exitstatus, output.read, errors.read])
      end
    end
  end

  def test_an_exception_of_the_bot_ends_it_with_its_trace
    running do |input, _, errors, ended|
      input.puts(JSON.generate(ACT.merge(legal: [])))
      assert_equal(1, ended.value.exitstatus)
      assert_match(/outside of array bounds.*IndexError/, errors.read)
    end
  end

  def test_it_says_why_it_cannot_play
    { "tcp://127.0.0.1:5555" => "this kit knows only ipc://PATH",
      "ipc:///no/referee" => "no referee at ipc:///no/referee" }.each do |endpoint, reason|
      output, errors, status = Open3.capture3({ "ARENA_ENDPOINT" => endpoint }, *command)
      assert_equal([1, ""], [status.exitstatus, output])
      assert_match(/\Afirst: .*#{reason}.*\n\z/, errors)
    end
  end

  private

  def command
    [RbConfig.ruby, "-e", BOT]
  end

  # The bot as a process, after its hello.
  def running
    Open3.popen3({ "ARENA_ENDPOINT" => nil }, *command) do |input, output, errors, bot|
      assert_equal(HELLO, output.gets)
      yield input, output, errors, bot
    end
  end

  # Speaks the wire protocol in bits and pieces, and gives back what it gets up to "enough".
  def echo(bot)
    opening = Hokm::ZmtpLine::GREETING + Hokm::ZmtpLine::READY
    bot.write(opening[0, 7])
    bot.write(opening[7, 63])
    bot.write(opening[70..], "\x04\x05\x04PING")
    bot.read(opening.bytesize)
    loop do
      bot.write(part = bot.readpartial(65_536))
      break if part.end_with?("enough")
    end
    bot.close
  end

  # The message comes back while it is still being sent: what is between the two is small.
  def echoed(line, message)
    sender = Thread.new { line.write(message) }
    found = line.read.force_encoding("UTF-8").chomp
    sender.join
    assert_equal(message, found)
  end
end
