package hokm;

import java.util.Map;

/**
 * A match begins.
 *
 * @param match an id that says nothing
 * @param limits what the process may use, such as {@code memory_mib}
 * @param format {@code "match"}, or {@code "deals"}: single deals without a score
 */
public record MatchStart(
        String match, int seat, Rules rules, Time time, Map<String, Integer> limits, String format)
        implements Message {

    /** The points that win the match, and what a kot is worth. */
    public record Rules(int target, int kotHakem, int kotOther) {}

    /**
     * All in milliseconds.
     *
     * @param ponder whether a bot may compute while it is not asked
     */
    public record Time(int startupMs, int moveMs, int bankMs, int incrementMs, boolean ponder) {}
}
