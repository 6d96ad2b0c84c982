package hokm;

import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** The files in protocol/vectors, replayed as the README there says. */
final class VectorTests {
    private static final Path VECTORS = Path.of("../../vectors");
    private static final List<String> TOLD = List.of("match_start", "deal_end", "match_end");

    private VectorTests() {}

    static void conversations() throws IOException {
        List<Path> paths = new ArrayList<>(List.of(VECTORS.resolve("conversation.jsonl")));
        try (Stream<Path> found = Files.list(VECTORS.resolve("conversations"))) {
            found.forEach(paths::add);
        }
        Tests.check(paths.size() > 1, "no conversations");
        for (Path path : paths) {
            replay(lines(path), false);
        }
    }

    static void illegalActionsAreSentAsTheyAre() throws IOException {
        Map<?, ?> file = (Map<?, ?>) read("refusals.json");
        Map<Object, Object> acts = new HashMap<>();
        for (Map<?, ?> act : objects(file.get("acts"))) {
            acts.put(act.get("name"), act.get("message"));
        }
        int replayed = 0;
        for (Map<?, ?> refused : objects(file.get("refused"))) {
            if (refused.get("fault").equals("illegal")) {
                Object sent = ((List<?>) refused.get("sent")).get(0);
                replay(
                        List.of(
                                Map.of("from", "bot", "message", Json.parse(Wire.hello("first", ""))),
                                Map.of("from", "referee", "message", acts.get(refused.get("act"))),
                                Map.of("from", "bot", "message", Json.parse((String) sent)),
                                Map.of("from", "referee", "message", refused.get("then"))),
                        true);
                replayed++;
            }
        }
        Tests.check(replayed > 0, "no refusals");
    }

    /** Lets the kit play a conversation to its end. */
    private static void replay(List<Map<?, ?>> lines, boolean illegal) {
        List<Object> told = new ArrayList<>();
        for (Map<?, ?> line : lines) {
            Object type = ((Map<?, ?>) line.get("message")).get("type");
            if (TOLD.contains(type)) {
                told.add(type);
            }
        }
        Script script = new Script(lines);
        Replayer bot = new Replayer(script, illegal);
        Fields hello = Fields.of(lines.get(0).get("message"));
        Hokm.play(bot, hello.text("name"), hello.optional("author").orElse(""), script);
        Tests.equal(script.left.size(), 0);
        Tests.equal(bot.heard, told);
    }

    /** A line on which a conversation must be repeated. */
    private static final class Script implements Line {
        final Deque<Map<?, ?>> left;

        Script(List<Map<?, ?>> lines) {
            left = new ArrayDeque<>(lines);
        }

        private Object take(String from) {
            Map<?, ?> next = left.remove();
            Tests.equal(next.get("from"), from);
            return next.get("message");
        }

        @Override
        public void send(String message) {
            Tests.equal(Json.parse(message), take("bot"));
        }

        @Override
        public String receive() throws IOException {
            if (left.isEmpty()) {
                throw new EOFException();
            }
            return Json.write(take("referee"));
        }
    }

    /** Answers what stands next in its script, and remembers what it hears. */
    private record Replayer(Script script, boolean illegal, List<Object> heard) implements Bot {
        Replayer(Script script, boolean illegal) {
            this(script, illegal, new ArrayList<>());
        }

        @Override
        public Answer choose(Observation seen, List<Action> legal) {
            Fields next = Fields.of(script.left.element().get("message"));
            Action action =
                    next.object("action").has("concede")
                            ? Action.CONCEDE
                            : Wire.action(next.object("action").values());
            Tests.check(
                    illegal
                            || action == Action.CONCEDE
                            || legal.stream().map(VectorTests::unordered)
                                    .anyMatch(unordered(action)::equals),
                    action + " is not in " + legal);
            return next.has("note") ? action.note(next.text("note")) : action;
        }

        @Override
        public void matchStart(MatchStart message) {
            heard.add("match_start");
        }

        @Override
        public void dealEnd(DealEnd message) {
            heard.add("deal_end");
        }

        @Override
        public void matchEnd(MatchEnd message) {
            heard.add("match_end");
        }
    }

    /** The action as a value that does not know in which order cards are thrown. */
    private static Object unordered(Action action) {
        if (action instanceof Action.Open open) {
            return List.of(open.trump(), Set.copyOf(open.thrown()));
        }
        return action instanceof Action.Throw other ? Set.copyOf(other.thrown()) : action;
    }

    static void messagesAreReadWhole() throws IOException {
        for (Map<?, ?> each : objects(((Map<?, ?>) read("messages.json")).get("messages"))) {
            if (each.get("from").equals("referee")) {
                Map<Object, Object> expected = new HashMap<>((Map<?, ?>) each.get("message"));
                Object found = plain(Wire.message(Json.write(expected)));
                expected.remove("type");
                Tests.equal(found, plain(expected));
            }
        }
    }

    static void messagesOfTheBotAreWrittenWhole() throws IOException {
        for (Map<?, ?> each : objects(((Map<?, ?>) read("messages.json")).get("messages"))) {
            Fields expected = Fields.of(each.get("message"));
            if (expected.text("type").equals("hello")) {
                String author = expected.optional("author").orElse("");
                Tests.equal(Json.parse(Wire.hello(expected.text("name"), author)), expected.values());
            }
        }
    }

    static void actionsAreReadAndWrittenWhole() throws IOException {
        for (Map<?, ?> each : objects(((Map<?, ?>) read("messages.json")).get("messages"))) {
            Object expected = ((Map<?, ?>) each.get("message")).get("action");
            if (expected != null && !Fields.of(expected).has("concede")) {
                Tests.equal(plain(Wire.action(expected)), expected);
            }
        }
    }

    static void observationsAreReadWhole() throws IOException {
        for (Map<?, ?> decision : lines(VECTORS.resolve("observations.jsonl"))) {
            for (Map<?, ?> seen : objects(decision.get("observations"))) {
                Tests.equal(plain(Wire.observation(Fields.of(seen))), plain(seen));
            }
        }
    }

    static void notesAreCutAndEmptyOnesLeftOut() throws IOException {
        for (Map<?, ?> each : objects(((Map<?, ?>) read("notes.json")).get("notes"))) {
            String reply = Wire.reply("1", Action.CONCEDE.note((String) each.get("note")));
            Tests.equal(((Map<?, ?>) Json.parse(reply)).get("note"), each.get("sent"));
            Tests.equal(reply.contains("note"), each.get("sent") != null);
        }
    }

    static void decks() throws IOException {
        for (Map<?, ?> each : objects(((Map<?, ?>) read("decks.json")).get("decks"))) {
            Fields fields = Fields.of(each);
            Tests.equal(
                    Decks.deck(fields.text("match_seed"), fields.number("deal")),
                    fields.cards("deck"));
        }
    }

    /**
     * A message, or its JSON, as maps, lists, texts and numbers, so that the two can be compared:
     * 0 for a null where a count is due, an empty list for one where cards are.
     */
    private static Object plain(Object value) {
        if (value instanceof Action action) {
            return plain(((Map<?, ?>) Json.parse(Wire.reply("", action))).get("action"));
        } else if (value instanceof Record message && !(message instanceof Card)) {
            return fields(message);
        } else if (value instanceof Map<?, ?> members) {
            Map<Object, Object> plain = new HashMap<>();
            members.forEach((name, member) -> plain.put(name, plain(emptyForNull(name, member))));
            return plain;
        } else if (value instanceof List<?> elements) {
            return elements.stream().map(VectorTests::plain).toList();
        } else if (value instanceof Optional<?> optional) {
            return optional.map(VectorTests::plain).orElse(null);
        } else if (value instanceof OptionalInt optional) {
            return optional.isPresent() ? plain(optional.getAsInt()) : null;
        } else if (value instanceof Phase || value instanceof Observation.Drawn.How) {
            return value.toString().toLowerCase(Locale.ROOT);
        } else if (value instanceof Number number) {
            return number.longValue();
        } else {
            return value == null || value instanceof Boolean ? value : value.toString();
        }
    }

    private static Object emptyForNull(Object name, Object value) {
        if (name.equals("throw_counts")) {
            return ((List<?>) value).stream().map(count -> count == null ? 0 : count).toList();
        }
        return name.equals("saw") && value == null ? List.of() : value;
    }

    private static Map<String, Object> fields(Record message) {
        Map<String, Object> fields = new HashMap<>();
        for (RecordComponent component : message.getClass().getRecordComponents()) {
            String name = component.getName().replaceAll("[A-Z]", "_$0").toLowerCase(Locale.ROOT);
            try {
                fields.put(name, plain(component.getAccessor().invoke(message)));
            } catch (ReflectiveOperationException impossible) {
                throw new AssertionError(impossible);
            }
        }
        return fields;
    }

    private static Object read(String name) throws IOException {
        return Json.parse(Files.readString(VECTORS.resolve(name)));
    }

    private static List<Map<?, ?>> lines(Path path) throws IOException {
        List<Map<?, ?>> lines = new ArrayList<>();
        for (String line : Files.readAllLines(path)) {
            lines.add((Map<?, ?>) Json.parse(line));
        }
        return lines;
    }

    private static List<Map<?, ?>> objects(Object list) {
        List<Map<?, ?>> objects = new ArrayList<>();
        for (Object object : (List<?>) list) {
            objects.add((Map<?, ?>) object);
        }
        return objects;
    }
}
