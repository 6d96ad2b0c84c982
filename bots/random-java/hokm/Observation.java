package hokm;

import java.util.List;
import java.util.Optional;

/**
 * Everything that a seat may know. A seat is 0 or 1; lists of two go by seat.
 *
 * @param deal number of the deal, from 1
 * @param seat yours
 * @param hakemDraw turned up for the first hakem
 * @param trump empty until hakem has opened
 * @param hand suit by suit (S H D C), each from the ace down
 * @param thrown by you
 * @param throwCounts 0 where a seat has not thrown yet
 * @param stock cards left in it, those offered included
 * @param offered the top card at {@code DRAW}, both last cards at {@code PICK}
 * @param lead the card to answer, empty if you lead
 */
public record Observation(
        int deal,
        Phase phase,
        int seat,
        int turn,
        List<Integer> score,
        int hakem,
        List<Card> hakemDraw,
        Optional<Suit> trump,
        List<Card> hand,
        List<Card> thrown,
        List<Integer> throwCounts,
        List<Drawn> draws,
        int stock,
        List<Card> offered,
        List<Trick> tricks,
        Optional<Card> lead,
        List<Integer> tricksWon) {

    /**
     * A turn at the stock.
     *
     * @param saw empty if it was the opponent's
     * @param took empty if it was the opponent's
     */
    public record Drawn(int seat, How draw, List<Card> saw, Optional<Card> took) {
        /** What became of the card; both last cards are seen in a pick. */
        public enum How {
            KEEP,
            REJECT,
            PICK
        }
    }

    /**
     * A finished trick.
     *
     * @param cards the lead and its answer
     */
    public record Trick(int leader, List<Card> cards, int winner) {}
}
