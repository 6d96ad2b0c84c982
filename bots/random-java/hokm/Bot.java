package hokm;

import java.util.List;

/**
 * Chooses. Give it a {@code choose}, the rest may stay. One bot plays all matches of its process,
 * one after another.
 */
public interface Bot {
    /** One of {@code legal} or {@link Action#CONCEDE}, alone or with a note. */
    default Answer choose(Observation seen, List<Action> legal) {
        throw new UnsupportedOperationException("a bot must say what it chooses");
    }

    /** Like {@code choose}, with the whole message; override it to know the id or the time left. */
    default Answer act(Act message) {
        return choose(message.observation(), message.legal());
    }

    /** A match begins. */
    default void matchStart(MatchStart message) {}

    /** A deal is over. */
    default void dealEnd(DealEnd message) {}

    /** A match is over; another may begin. */
    default void matchEnd(MatchEnd message) {}
}
