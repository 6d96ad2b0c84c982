package hokm;

import java.util.List;
import java.util.OptionalInt;

/**
 * A match is over.
 *
 * @param winner empty where single deals gave both seats as many points
 * @param reason {@code "normal"}, {@code "concede"} or {@code "forfeit"}
 */
public record MatchEnd(List<Integer> score, OptionalInt winner, String reason) implements Message {}
