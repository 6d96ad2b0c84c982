package hokm;

import java.util.List;

/**
 * A deal is over.
 *
 * @param score points in the match so far
 */
public record DealEnd(Result result, List<Integer> score) implements Message {
    /**
     * How it ended.
     *
     * @param points those of the winner
     */
    public record Result(int deal, int winner, List<Integer> tricks, int points, boolean kot) {}
}
