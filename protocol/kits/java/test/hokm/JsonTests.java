package hokm;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

final class JsonTests {
    private JsonTests() {}

    static void everyKindOfValueIsRead() {
        String text = " { \"a\" : [ 1 , -2.5e1, true,false ,null ], \"b\":{}, \"c\":[],\"d\":\"\"}\r\n\t";
        Tests.equal(
                Json.parse(text),
                Map.of(
                        "a", Arrays.asList(1L, -25.0, true, false, null),
                        "b", Map.of(),
                        "c", List.of(),
                        "d", ""));
    }

    static void escapesAreRead() {
        Tests.equal(
                Json.parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\ud83c\\udca1 \u00e9\""),
                "\"\\/\b\f\n\r\tA\ud83c\udca1 \u00e9");
    }

    static void whatIsWrittenIsReadAgain() {
        String text = "\u0000\u001f\u007f\"\\/\n \u2028\ud83c\udca1";
        Object value = Arrays.asList(text, 7L, null, true, Map.of(text, List.of()), Map.of());
        Tests.equal(Json.parse(Json.write(value)), value);
        Tests.equal(Json.write(List.of("\n", Map.of("a", 1))), "[\"\\u000a\",{\"a\":1}]");
    }

    static void whatIsNoJsonIsRefused() {
        List<String> texts =
                List.of(
                        "", "{", "[", "\"", "[1", "[1,", "{\"a\"", "{\"a\":", "{\"a\":1", "{,}", "[,]",
                        "{a:1}", "tru", "nul", "-", "1 2", "[1 2]", "\"\\", "\"\\u00", "\"\\uzzzz\"",
                        "'a'", "]", "{\"a\" 1}", "1e", "--1");
        for (String text : texts) {
            try {
                Object value = Json.parse(text);
                throw new AssertionError(text + " is read as " + value);
            } catch (IllegalArgumentException expected) {
                // As it should.
            }
        }
    }
}
