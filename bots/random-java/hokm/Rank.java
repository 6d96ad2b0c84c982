package hokm;

/** A rank, from the two up to the ace. Its text is {@code 2} to {@code 9}, {@code T J Q K A}. */
public enum Rank {
    TWO,
    THREE,
    FOUR,
    FIVE,
    SIX,
    SEVEN,
    EIGHT,
    NINE,
    TEN,
    JACK,
    QUEEN,
    KING,
    ACE;

    private static final String LETTERS = "23456789TJQKA";

    static Rank of(char letter) {
        return values()[LETTERS.indexOf(letter)];
    }

    @Override
    public String toString() {
        return LETTERS.substring(ordinal(), ordinal() + 1);
    }
}
