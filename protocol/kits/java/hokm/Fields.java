package hokm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The fields of a JSON object by name and type. A list that is missing, or null, is empty. */
record Fields(Map<?, ?> values) {
    static Fields of(Object object) {
        return new Fields((Map<?, ?>) object);
    }

    /** Whether it is there, and not null. */
    boolean has(String name) {
        return values.get(name) != null;
    }

    String text(String name) {
        return (String) values.get(name);
    }

    Optional<String> optional(String name) {
        return Optional.ofNullable(text(name));
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(values.get(name));
    }

    int number(String name) {
        return integer(values.get(name));
    }

    Fields object(String name) {
        return of(values.get(name));
    }

    /** The constant of an enum that is written in lower case. */
    <E extends Enum<E>> E constant(String name, Class<E> type) {
        return Enum.valueOf(type, text(name).toUpperCase(Locale.ROOT));
    }

    List<Integer> numbers(String name) {
        return list(name, Fields::integer);
    }

    List<Card> cards(String name) {
        return list(name, card -> Card.of((String) card));
    }

    <T> List<T> list(String name, Function<Object, T> element) {
        if (!has(name)) {
            return List.of();
        }
        List<T> list = new ArrayList<>();
        for (Object value : (List<?>) values.get(name)) {
            list.add(element.apply(value));
        }
        return Collections.unmodifiableList(list);
    }

    /** All fields, which are numbers. */
    Map<String, Integer> numbers() {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        values.forEach((name, value) -> numbers.put((String) name, integer(value)));
        return Collections.unmodifiableMap(numbers);
    }

    /** 0 stands for null. */
    private static int integer(Object value) {
        return value == null ? 0 : ((Number) value).intValue();
    }
}
