import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

public class Hello {
    static final int THREADS = 4, BELOW = 40_000, MIB = 100;

    static boolean isPrime(int number) {
        for (int d = 2; d * d <= number; d++) if (number % d == 0) return false;
        return number > 1;
    }

    public static void main(String[] arguments) throws Exception {
        AtomicInteger found = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int part = 0; part < THREADS; part++) {
            int first = part;
            threads.add(new Thread(() -> {
                for (int n = first; n < BELOW; n += THREADS) if (isPrime(n)) found.incrementAndGet();
            }));
        }
        threads.forEach(Thread::start);
        List<byte[]> kept = new ArrayList<>();
        for (int n = 0; n < MIB; n++) {
            byte[] block = new byte[1 << 20];
            Arrays.fill(block, (byte) 1);
            kept.add(block);
        }
        for (Thread thread : threads) thread.join();
        long held = 0;
        for (byte[] block : kept) for (byte one : block) held += one;
        System.out.println("hello " + found + " " + (held >> 20));
    }
}
