package hokm;

/** What a bot chose: an {@link Action}, alone or with a note. */
public sealed interface Answer permits Action, Answer.Noted {
    /** An action with a remark that is kept in the record, its first 280 characters at most. */
    record Noted(Action action, String note) implements Answer {}
}
