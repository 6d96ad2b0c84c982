package hokm;

/** A suit, in the order of a hand. Its text is {@code S}, {@code H}, {@code D} or {@code C}. */
public enum Suit {
    SPADES,
    HEARTS,
    DIAMONDS,
    CLUBS;

    private static final String LETTERS = "SHDC";

    static Suit of(char letter) {
        return values()[LETTERS.indexOf(letter)];
    }

    @Override
    public String toString() {
        return LETTERS.substring(ordinal(), ordinal() + 1);
    }
}
