package hokm;

/** A card. Its text is the rank, then the suit: {@code AS}, {@code TH}, {@code 2C}. */
public record Card(Rank rank, Suit suit) {
    /** The card of a text. */
    public static Card of(String text) {
        return new Card(Rank.of(text.charAt(0)), Suit.of(text.charAt(1)));
    }

    /** Whether both are of one suit and this one is higher. */
    public boolean beats(Card other) {
        return suit == other.suit && rank.compareTo(other.rank) > 0;
    }

    @Override
    public String toString() {
        return rank.toString() + suit;
    }
}
