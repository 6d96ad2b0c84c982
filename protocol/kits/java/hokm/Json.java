package hokm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * As much of JSON (RFC 8259) as the protocol needs: objects are maps, arrays lists, numbers
 * {@link Long} or {@link Double}; then there are {@link String}, {@link Boolean} and null.
 */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /**
     * The value of a text.
     *
     * @throws IllegalArgumentException if it is no JSON
     */
    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        if (json.next() != END) {
            throw json.unexpected();
        }
        return value;
    }

    /** The text of a value, without spaces. Values of other classes are written as their text. */
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static final char END = 0;

    /** The next character that is no space; it is not taken yet. */
    private char next() {
        while (at < text.length()) {
            char found = text.charAt(at);
            if (found != ' ' && found != '\t' && found != '\n' && found != '\r') {
                return found;
            }
            at++;
        }
        return END;
    }

    private void take(char expected) {
        if (next() != expected) {
            throw unexpected();
        }
        at++;
    }

    /** Whether the next character is this one, which then is taken. */
    private boolean took(char wanted) {
        if (next() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private Object value() {
        return switch (next()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        take('{');
        if (took('}')) {
            return members;
        }
        do {
            next();
            String name = string();
            take(':');
            members.put(name, value());
        } while (took(','));
        take('}');
        return members;
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        take('[');
        if (took(']')) {
            return elements;
        }
        do {
            elements.add(value());
        } while (took(','));
        take(']');
        return elements;
    }

    private String string() {
        take('"');
        int end = at;
        while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\\') {
            end++;
        }
        String plain = text.substring(at, end);
        at = end;
        return end < text.length() && text.charAt(end) == '"' ? close(plain) : escaped(plain);
    }

    private String close(String string) {
        at++;
        return string;
    }

    private String escaped(String start) {
        StringBuilder string = new StringBuilder(start);
        while (at < text.length()) {
            char found = text.charAt(at);
            if (found == '"') {
                return close(string.toString());
            }
            at++;
            string.append(found == '\\' ? escape() : found);
        }
        throw unexpected();
    }

    private char escape() {
        if (at == text.length()) {
            throw unexpected();
        }
        char letter = text.charAt(at++);
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                String digits = text.substring(at, Math.min(at + 4, text.length()));
                at += digits.length();
                yield (char) Integer.parseInt(digits, 16);
            }
            default -> letter;
        };
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw unexpected();
        }
        at += word.length();
        return value;
    }

    private Object number() {
        int start = at;
        while (at < text.length() && "+-.0123456789Ee".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        try {
            return Long.valueOf(digits);
        } catch (NumberFormatException fraction) {
            return real(digits);
        }
    }

    private Double real(String digits) {
        try {
            return Double.valueOf(digits);
        } catch (NumberFormatException none) {
            throw unexpected();
        }
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("no JSON, character " + at + ": " + text);
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> members) {
            String before = "{";
            for (Map.Entry<?, ?> member : members.entrySet()) {
                out.append(before);
                write(member.getKey(), out);
                out.append(':');
                write(member.getValue(), out);
                before = ",";
            }
            out.append(members.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> elements) {
            String before = "[";
            for (Object element : elements) {
                out.append(before);
                write(element, out);
                before = ",";
            }
            out.append(elements.isEmpty() ? "[]" : "]");
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            quote(value.toString(), out);
        }
    }

    private static void quote(String string, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < string.length(); i++) {
            char letter = string.charAt(i);
            if (letter == '"' || letter == '\\') {
                out.append('\\').append(letter);
            } else if (letter < ' ') {
                out.append(String.format("\\u%04x", (int) letter));
            } else {
                out.append(letter);
            }
        }
        out.append('"');
    }
}
