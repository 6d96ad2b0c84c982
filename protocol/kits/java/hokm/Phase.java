package hokm;

/** What is to be decided. */
public enum Phase {
    OPEN,
    THROW,
    DRAW,
    PICK,
    PLAY
}
