package hokm;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The shuffled packs of a match, as the protocol's chapter on decks derives them. */
public final class Decks {
    private Decks() {}

    /**
     * The deck of a deal, top first. It shows what happened in a match that is over: no bot ever
     * learns a seed.
     *
     * @param matchSeed stands in the match's record
     * @param deal from 1; 0 is the deck turned up for the first hakem
     */
    public static List<Card> deck(String matchSeed, int deal) {
        List<Card> deck = new ArrayList<>();
        for (Suit suit : Suit.values()) {
            for (int rank = Rank.values().length - 1; rank >= 0; rank--) {
                deck.add(new Card(Rank.values()[rank], suit));
            }
        }
        Stream stream = new Stream("hokm-arena deck 1|" + matchSeed + "|" + deal);
        for (int last = deck.size() - 1; last > 0; last--) {
            Collections.swap(deck, last, stream.below(last + 1));
        }
        return deck;
    }

    /** The bytes that belong to a label. */
    private static final class Stream {
        private final String label;
        private byte[] block = {};
        private int blocks;
        private int at;

        Stream(String label) {
            this.label = label;
        }

        /** A number from 0 up to the count, excluded, each as likely as the next. */
        int below(int count) {
            int bound = 256 - 256 % count;
            int drawn = next();
            while (drawn >= bound) {
                drawn = next();
            }
            return drawn % count;
        }

        private int next() {
            if (at == block.length) {
                block = sha256(label + "|" + blocks++);
                at = 0;
            }
            return Byte.toUnsignedInt(block[at++]);
        }
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible); // every Java has it
        }
    }
}
