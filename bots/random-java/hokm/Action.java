package hokm;

import java.util.List;

/** A decision. */
public sealed interface Action extends Answer {
    /** Gives up the match. It is never listed and always legal. */
    Action CONCEDE = new Concede();

    /** Hakem names trump and throws two or three cards, in any order. */
    record Open(Suit trump, List<Card> thrown) implements Action {}

    /** The other seat throws, in any order. */
    record Throw(List<Card> thrown) implements Action {}

    /** What becomes of the offered card. Who rejects it takes the next one. */
    enum Draw implements Action {
        KEEP,
        REJECT
    }

    /** One of the last two cards. */
    record Pick(Card card) implements Action {}

    /** A card is led, or answers the lead. */
    record Play(Card card) implements Action {}

    /** See {@link #CONCEDE}. */
    record Concede() implements Action {}

    /** This action with a remark, which is kept in the record. */
    default Answer note(String text) {
        return new Noted(this, text);
    }
}
