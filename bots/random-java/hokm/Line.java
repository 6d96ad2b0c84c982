package hokm;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Carries whole messages to the referee and back. An IOException says that it has ended. */
interface Line {
    void send(String message) throws IOException;

    String receive() throws IOException;

    /** Says in words why there is no line. */
    final class Unavailable extends Exception {
        private static final long serialVersionUID = 1;

        Unavailable(String message) {
            super(message);
        }
    }

    /**
     * The line that the arena gave this process.
     *
     * @param endpoint what ARENA_ENDPOINT says; if nothing, standard input and output are the line
     */
    static Line open(String endpoint) throws Unavailable {
        if (endpoint != null && !endpoint.isEmpty()) {
            return ZmtpLine.connect(endpoint);
        }
        if (isTerminal(Path.of("/proc/self/fd/0"))) {
            throw new Unavailable(
                    "ARENA_ENDPOINT is not set. The arena starts this program and names the "
                            + "referee's endpoint there; try it with `arena play FOLDER naive`.");
        }
        System.setOut(System.err); // what the bot prints is no message
        return new StreamLine(
                new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
    }

    private static boolean isTerminal(Path descriptor) {
        try {
            Path file = Files.readSymbolicLink(descriptor);
            return file.startsWith("/dev/pts") || file.toString().startsWith("/dev/tty");
        } catch (IOException unknown) {
            return false;
        }
    }
}
