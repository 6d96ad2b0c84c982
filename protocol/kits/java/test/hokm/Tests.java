package hokm;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Objects;

/** Runs every static method without parameters in the classes of tests, and counts. */
final class Tests {
    private static final List<Class<?>> CLASSES =
            List.of(JsonTests.class, VectorTests.class, LineTests.class, ProcessTests.class);

    private Tests() {}

    public static void main(String[] arguments) throws IllegalAccessException {
        int passed = 0;
        int failed = 0;
        for (Class<?> tests : CLASSES) {
            for (Method test : tests.getDeclaredMethods()) {
                if (!isTest(test)) {
                    continue;
                }
                try {
                    test.invoke(null);
                    passed++;
                } catch (InvocationTargetException failure) {
                    System.out.println(tests.getSimpleName() + "." + test.getName() + " failed:");
                    failure.getCause().printStackTrace(System.out);
                    failed++;
                }
            }
        }
        System.out.println(passed + " passed, " + failed + " failed");
        System.exit(failed == 0 && passed > 0 ? 0 : 1);
    }

    private static boolean isTest(Method method) {
        int modifiers = method.getModifiers();
        return Modifier.isStatic(modifiers)
                && !Modifier.isPrivate(modifiers)
                && !method.isSynthetic()
                && method.getParameterCount() == 0;
    }

    static void equal(Object found, Object expected) {
        check(Objects.equals(found, expected), found + "\ninstead of " + expected);
    }

    static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
