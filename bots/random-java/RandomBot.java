import hokm.Act;
import hokm.Action;
import hokm.Bot;
import hokm.Hokm;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Plays any legal action, each as likely as the next.
 *
 * <p>Chance comes from the id of the decision alone, so that a match which is replayed goes the same
 * way.
 */
final class RandomBot implements Bot {
    @Override
    public Action act(Act message) {
        List<Action> legal = message.legal();
        return legal.get((int) (chance(message.id()) * legal.size()));
    }

    /**
     * A number from 0 up to 1, excluded, that looks random and depends on the text alone: the
     * text's 32-bit FNV-1a hash, then one step of the mulberry32 generator.
     */
    private static double chance(String text) {
        int hash = 0x811c9dc5;
        for (byte part : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ Byte.toUnsignedInt(part)) * 0x01000193;
        }
        int mixed = hash + 0x6d2b79f5;
        mixed = (mixed ^ mixed >>> 15) * (mixed | 1);
        mixed ^= mixed + (mixed ^ mixed >>> 7) * (mixed | 61);
        return Integer.toUnsignedLong(mixed ^ mixed >>> 14) / 0x1p32;
    }

    public static void main(String[] arguments) {
        Hokm.run(new RandomBot(), "random-java", "Hokm Arena");
    }
}
