package hokm;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A ZeroMQ socket of the kind DEALER over {@code ipc://}: as much of ZeroMQ's wire protocol (ZMTP
 * 3.1, RFC 37) as a bot needs. Every message is one frame.
 */
final class ZmtpLine implements Line {
    private static final String SCHEME = "ipc://";

    /** Signature, version 3.1, mechanism; then zeros for no server, and to fill up. */
    static final byte[] GREETING =
            Arrays.copyOf(bytes("\u00ff\0\0\0\0\0\0\0\u0001\u007f\u0003\u0001NULL"), 64);

    static final byte[] READY =
            bytes("\u0004\u0029\u0005READY"
                    + "\u000bSocket-Type\0\0\0\u0006DEALER" + "\u0008Identity\0\0\0\0");

    /** Flags of a frame: its length has eight bytes, it is no message. */
    private static final int LONG = 2;

    private static final int COMMAND = 4;

    private final SocketChannel socket;
    private final DataInputStream in;

    private ZmtpLine(SocketChannel socket) {
        this.socket = socket;
        this.in = new DataInputStream(
                new BufferedInputStream(Channels.newInputStream(socket), 65536));
    }

    static Line connect(String endpoint) throws Unavailable {
        if (!endpoint.startsWith(SCHEME)) {
            throw new Unavailable(
                    "ARENA_ENDPOINT is \"" + endpoint + "\"; this kit knows only ipc://PATH");
        }
        try {
            SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
            socket.connect(UnixDomainSocketAddress.of(endpoint.substring(SCHEME.length())));
            return new ZmtpLine(socket).shakeHands();
        } catch (IOException problem) {
            throw new Unavailable("no referee at " + endpoint + ": " + problem.getMessage());
        }
    }

    /** ZeroMQ takes no message before it has sent its own READY. */
    private Line shakeHands() throws IOException {
        write(ByteBuffer.wrap(GREETING));
        write(ByteBuffer.wrap(READY));
        in.skipNBytes(GREETING.length);
        content(in.readUnsignedByte());
        return this;
    }

    @Override
    public void send(String message) throws IOException {
        byte[] content = message.getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(9 + content.length);
        if (content.length < 256) {
            frame.put((byte) 0).put((byte) content.length);
        } else {
            frame.put((byte) LONG).putLong(content.length);
        }
        write(frame.put(content).flip());
    }

    @Override
    public String receive() throws IOException {
        while (true) {
            int flags = in.readUnsignedByte();
            byte[] content = content(flags);
            if ((flags & COMMAND) == 0) {
                return new String(content, StandardCharsets.UTF_8);
            }
        }
    }

    /** What follows the flags of a frame. */
    private byte[] content(int flags) throws IOException {
        long size = (flags & LONG) == 0 ? in.readUnsignedByte() : in.readLong();
        return in.readNBytes((int) size);
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            socket.write(bytes);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
