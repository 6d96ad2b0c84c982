package hokm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The kit as a process of its own: how it plays, and how it ends. */
final class ProcessTests {
    private static final String HELLO = "{\"type\":\"hello\",\"protocol\":1,\"name\":\"first\"}";
    private static final String ACT =
            "{\"type\":\"act\",\"id\":\"7\",\"observation\":{\"phase\":\"play\",\"score\":[0,0]},"
                    + "\"legal\":[{\"play\":\"AS\"}]}\n";
    private static final String ANSWER = "{\"type\":\"action\",\"id\":\"7\",\"action\":{\"play\":\"AS\"}}";

    private ProcessTests() {}

    /** The bot of these processes. */
    static final class First implements Bot {
        @Override
        public Action choose(Observation seen, List<Action> legal) {
            System.out.println("thinking");
            if (legal.isEmpty()) {
                new Thread(() -> { while (true) {} }).start(); // an exception ends this, too
            }
            return legal.get(0);
        }

        public static void main(String[] arguments) {
            Hokm.run(new First(), "first");
        }
    }

    private static Process start(String endpoint) throws IOException {
        ProcessBuilder bot =
                new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        First.class.getName());
        bot.environment().keySet().removeIf(name -> name.startsWith("J"));
        bot.environment().put("ARENA_ENDPOINT", endpoint);
        return bot.start();
    }

    private static void say(Process bot, String text) throws IOException {
        Writer in = bot.outputWriter();
        in.write(text);
        in.flush();
    }

    private static void ends(Process bot, int code, String log) throws Exception {
        Tests.equal(bot.inputReader().readLine(), null);
        String errors = new String(bot.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        Tests.check(errors.startsWith(log) && log.isEmpty() == errors.isEmpty(), errors);
        Tests.equal(bot.waitFor(), code);
    }

    static void itPlaysOverStandardInputAndOutputUntilBye() throws Exception {
        Process bot = start("");
        BufferedReader out = bot.inputReader();
        Tests.equal(out.readLine(), HELLO);
        say(bot, ACT);
        Tests.equal(out.readLine(), ANSWER);
        say(bot, "{\"type\":\"bye\"}\n");
        ends(bot, 0, "thinking\n");
    }

    static void itEndsQuietlyWithItsLine() throws Exception {
        Process bot = start("");
        Tests.equal(bot.inputReader().readLine(), HELLO);
        bot.outputWriter().close();
        ends(bot, 0, "");
    }

    static void itEndsQuietlyOnSigterm() throws Exception {
        Process bot = start("");
        Tests.equal(bot.inputReader().readLine(), HELLO);
        bot.toHandle().destroy();
        ends(bot, 0, "");
    }

    static void anExceptionOfTheBotEndsItWithItsTrace() throws Exception {
        Process bot = start("");
        Tests.equal(bot.inputReader().readLine(), HELLO);
        say(bot, ACT.replace("{\"play\":\"AS\"}", ""));
        ends(bot, 1, "thinking\nException in thread \"main\" java.lang.IndexOutOfBoundsException");
    }

    static void itSaysWhyItCannotPlay() throws Exception {
        ends(
                start("tcp://127.0.0.1:5555"),
                1,
                "first: ARENA_ENDPOINT is \"tcp://127.0.0.1:5555\"; this kit knows only ipc://PATH\n");
    }
}
