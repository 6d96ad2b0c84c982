package hokm;

import hokm.Observation.Drawn;
import hokm.Observation.Trick;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/** The messages as JSON. Fields that this version does not know are passed over. */
final class Wire {
    private static final int PROTOCOL = 1;
    private static final int NOTE_LIMIT = 280; // code points

    private Wire() {}

    static String hello(String name, String author) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", "hello");
        message.put("protocol", PROTOCOL);
        message.put("name", name);
        if (!author.isEmpty()) {
            message.put("author", author);
        }
        return Json.write(message);
    }

    static String reply(String id, Answer answer) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", "action");
        message.put("id", id);
        if (answer instanceof Answer.Noted noted) {
            message.put("action", fields(noted.action()));
            if (!noted.note().isEmpty()) {
                message.put("note", cut(noted.note()));
            }
        } else {
            message.put("action", fields((Action) answer));
        }
        return Json.write(message);
    }

    private static String cut(String note) {
        return note.codePointCount(0, note.length()) <= NOTE_LIMIT
                ? note
                : note.substring(0, note.offsetByCodePoints(0, NOTE_LIMIT));
    }

    private static Map<String, Object> fields(Action action) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (action instanceof Action.Open open) {
            fields.put("trump", open.trump());
            fields.put("throw", open.thrown());
        } else if (action instanceof Action.Throw thrown) {
            fields.put("throw", thrown.thrown());
        } else if (action instanceof Action.Draw draw) {
            fields.put("draw", draw == Action.Draw.KEEP ? "keep" : "reject");
        } else if (action instanceof Action.Pick pick) {
            fields.put("pick", pick.card());
        } else if (action instanceof Action.Play play) {
            fields.put("play", play.card());
        } else if (action instanceof Action.Concede) {
            fields.put("concede", true);
        } else {
            throw new NullPointerException("the bot chose null; one of legal is due, or CONCEDE");
        }
        return fields;
    }

    static Message message(String json) {
        Fields message = Fields.of(Json.parse(json));
        String type = message.text("type");
        return switch (type) {
            case "match_start" -> matchStart(message);
            case "act" -> act(message);
            case "deal_end" -> dealEnd(message);
            case "match_end" -> matchEnd(message);
            case "bye" -> new Message.Bye();
            default -> new Message.Unknown(type);
        };
    }

    private static MatchStart matchStart(Fields message) {
        Fields rules = message.object("rules");
        Fields time = message.object("time");
        return new MatchStart(
                message.text("match"),
                message.number("seat"),
                new MatchStart.Rules(
                        rules.number("target"),
                        rules.number("kot_hakem"),
                        rules.number("kot_other")),
                new MatchStart.Time(
                        time.number("startup_ms"),
                        time.number("move_ms"),
                        time.number("bank_ms"),
                        time.number("increment_ms"),
                        time.flag("ponder")),
                message.object("limits").numbers(),
                message.text("format"));
    }

    private static Act act(Fields message) {
        return new Act(
                message.text("id"),
                observation(message.object("observation")),
                message.list("legal", Wire::action),
                message.number("move_ms"),
                message.number("bank_ms"));
    }

    private static DealEnd dealEnd(Fields message) {
        Fields result = message.object("result");
        return new DealEnd(
                new DealEnd.Result(
                        result.number("deal"),
                        result.number("winner"),
                        result.numbers("tricks"),
                        result.number("points"),
                        result.flag("kot")),
                message.numbers("score"));
    }

    private static MatchEnd matchEnd(Fields message) {
        return new MatchEnd(
                message.numbers("score"),
                message.has("winner")
                        ? OptionalInt.of(message.number("winner"))
                        : OptionalInt.empty(),
                message.text("reason"));
    }

    static Observation observation(Fields seen) {
        return new Observation(
                seen.number("deal"),
                seen.constant("phase", Phase.class),
                seen.number("seat"),
                seen.number("turn"),
                seen.numbers("score"),
                seen.number("hakem"),
                seen.cards("hakem_draw"),
                seen.optional("trump").map(suit -> Suit.of(suit.charAt(0))),
                seen.cards("hand"),
                seen.cards("thrown"),
                seen.numbers("throw_counts"),
                seen.list("draws", Wire::drawn),
                seen.number("stock"),
                seen.cards("offered"),
                seen.list("tricks", Wire::trick),
                seen.optional("lead").map(Card::of),
                seen.numbers("tricks_won"));
    }

    private static Drawn drawn(Object value) {
        Fields turn = Fields.of(value);
        return new Drawn(
                turn.number("seat"),
                turn.constant("draw", Drawn.How.class),
                turn.cards("saw"),
                turn.optional("took").map(Card::of));
    }

    private static Trick trick(Object value) {
        Fields trick = Fields.of(value);
        return new Trick(trick.number("leader"), trick.cards("cards"), trick.number("winner"));
    }

    static Action action(Object value) {
        Fields action = Fields.of(value);
        if (action.has("play")) {
            return new Action.Play(Card.of(action.text("play")));
        } else if (action.has("draw")) {
            return action.constant("draw", Action.Draw.class);
        } else if (action.has("pick")) {
            return new Action.Pick(Card.of(action.text("pick")));
        } else if (action.has("trump")) {
            return new Action.Open(Suit.of(action.text("trump").charAt(0)), action.cards("throw"));
        } else {
            return new Action.Throw(action.cards("throw"));
        }
    }
}
