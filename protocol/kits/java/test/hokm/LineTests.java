package hokm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

final class LineTests {
    /** Of a message: around where its length takes more room, and where buffers fill up. */
    private static final int[] SIZES = {0, 1, 255, 256, 65_535, 65_536, 200_000};

    private LineTests() {}

    static void framesOfEverySizeGoBothWaysWhole() throws Exception {
        Path folder = Files.createTempDirectory("hokm");
        Path path = folder.resolve("referee");
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(path));
            Thread referee = new Thread(() -> echo(listener));
            referee.start();
            Line line = ZmtpLine.connect("ipc://" + path);
            for (int size : SIZES) {
                echoed(line, "x".repeat(size));
            }
            line.send("enough");
            Tests.equal(line.receive(), "enough");
            ended(line);
            referee.join();
        } finally {
            Files.deleteIfExists(path);
            Files.delete(folder);
        }
    }

    /** Speaks the wire protocol in bits and pieces, and gives back what it gets up to "enough". */
    private static void echo(ServerSocketChannel listener) {
        String opening =
                new String(ZmtpLine.GREETING, StandardCharsets.ISO_8859_1)
                        + new String(ZmtpLine.READY, StandardCharsets.ISO_8859_1);
        try (SocketChannel bot = listener.accept()) {
            InputStream in = Channels.newInputStream(bot);
            write(bot, opening.substring(0, 7));
            write(bot, opening.substring(7, 70));
            write(bot, opening.substring(70) + "\u0004\u0005\u0004PING");
            in.skipNBytes(opening.length());
            byte[] buffer = new byte[65_536];
            for (int size = in.read(buffer); size >= 0; size = in.read(buffer)) {
                String part = new String(buffer, 0, size, StandardCharsets.ISO_8859_1);
                write(bot, part);
                if (part.endsWith("enough")) {
                    return;
                }
            }
        } catch (IOException problem) {
            throw new AssertionError(problem);
        }
    }

    private static void write(SocketChannel to, String bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1));
        while (buffer.hasRemaining()) {
            to.write(buffer);
        }
    }

    static void linesOfEverySizeGoBothWaysWhole() throws Exception {
        Pipe pipe = Pipe.open();
        OutputStream out = Channels.newOutputStream(pipe.sink());
        Line line = new StreamLine(Channels.newInputStream(pipe.source()), out);
        for (int size : SIZES) {
            echoed(line, "\u00e9".repeat(size));
        }
        out.write("two\nand a half".getBytes(StandardCharsets.UTF_8));
        out.close();
        Tests.equal(line.receive(), "two");
        ended(line);
    }

    /** The message comes back while it is still being sent: what is between the two is small. */
    private static void echoed(Line line, String message) throws Exception {
        Thread sender = new Thread(() -> {
            try {
                line.send(message);
            } catch (IOException problem) {
                throw new AssertionError(problem);
            }
        });
        sender.start();
        String found = line.receive();
        sender.join();
        Tests.check(found.equals(message), found.length() + " instead of " + message.length());
    }

    private static void ended(Line line) {
        try {
            throw new AssertionError("still says " + line.receive());
        } catch (IOException expected) {
            // As it should.
        }
    }

    static void onlyIpcIsSpoken() throws Exception {
        for (String endpoint : new String[] {"tcp://127.0.0.1:5555", "ipc:///no/referee"}) {
            try {
                Line.open(endpoint);
                throw new AssertionError(endpoint);
            } catch (Line.Unavailable problem) {
                Tests.check(problem.getMessage().contains(endpoint), problem.getMessage());
            }
        }
    }
}
