package hokm;

import java.io.IOException;

/**
 * What a Java program needs to play two-player Hokm in the arena: write a {@link Bot}, give it to
 * {@link #run}.
 *
 * <pre>{@code
 * final class First implements Bot {
 *     @Override
 *     public Action choose(Observation seen, List<Action> legal) {
 *         return legal.get(0);
 *     }
 *
 *     public static void main(String[] arguments) {
 *         Hokm.run(new First(), "first", "you");
 *     }
 * }
 * }</pre>
 *
 * It needs nothing but Java 17. A bot takes this package along in its folder.
 */
public final class Hokm {
    private static volatile int exitCode;

    private Hokm() {}

    /** Plays like {@link #run(Bot, String, String)}, for an author who is not named. */
    public static void run(Bot bot, String name) {
        run(bot, name, "");
    }

    /**
     * Plays until the referee says bye or is gone, then ends the process with exit code 0, as do
     * SIGTERM and SIGINT. Where it cannot play it says why on standard error; then, and after an
     * exception of the bot, the exit code is 1.
     *
     * @param name at most 40 characters
     * @param author at most 200 characters
     */
    public static void run(Bot bot, String name, String author) {
        // After a signal the exit code would be another than 0.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(exitCode)));
        try {
            play(bot, name, author, Line.open(System.getenv("ARENA_ENDPOINT")));
        } catch (Line.Unavailable problem) {
            log(name + ": " + problem.getMessage());
            exitCode = 1;
        } catch (Throwable thrown) {
            Thread here = Thread.currentThread();
            here.getUncaughtExceptionHandler().uncaughtException(here, thrown);
            exitCode = 1;
        }
        System.exit(exitCode); // even if threads of the bot are still at work
    }

    /** Prints to standard error, which the arena keeps. */
    public static void log(Object words) {
        System.err.println(words);
    }

    /** What {@code run} does once there is a line: plays until bye, or until the line ends. */
    static void play(Bot bot, String name, String author, Line line) {
        try {
            line.send(Wire.hello(name, author));
            while (hear(bot, Wire.message(line.receive()), line)) {}
        } catch (IOException ended) {
            // The referee is gone.
        }
    }

    /** Passes a message on to the bot. False after the last. */
    private static boolean hear(Bot bot, Message message, Line line) throws IOException {
        if (message instanceof Act act) {
            line.send(Wire.reply(act.id(), bot.act(act)));
        } else if (message instanceof MatchStart start) {
            bot.matchStart(start);
        } else if (message instanceof DealEnd end) {
            bot.dealEnd(end);
        } else if (message instanceof MatchEnd end) {
            bot.matchEnd(end);
        }
        return !(message instanceof Message.Bye);
    }
}
