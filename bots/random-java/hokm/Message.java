package hokm;

/** What the referee says. */
sealed interface Message permits MatchStart, Act, DealEnd, MatchEnd, Message.Bye, Message.Unknown {
    /** The process is to end. */
    record Bye() implements Message {}

    /** Something that a later version may bring; it is ignored. */
    record Unknown(String type) implements Message {}
}
