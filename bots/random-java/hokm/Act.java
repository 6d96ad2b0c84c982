package hokm;

import java.util.List;

/**
 * A decision is due.
 *
 * @param id says nothing, and never comes twice
 * @param legal every legal action but {@link Action#CONCEDE}
 * @param moveMs milliseconds for this decision
 * @param bankMs milliseconds left for all decisions that take longer
 */
public record Act(String id, Observation observation, List<Action> legal, int moveMs, int bankMs)
        implements Message {}
