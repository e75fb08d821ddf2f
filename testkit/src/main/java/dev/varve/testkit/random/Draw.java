package dev.varve.testkit.random;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** A random source: the same seed gives the same results on every machine. */
public final class Draw {

    private final SplittableRandom random;

    public Draw(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Returns a number from 0 to below {@code bound}. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** Returns a number from {@code low} to {@code high}, both included. */
    public int between(int low, int high) {
        return low + below(high - low + 1);
    }

    public long nextLong() {
        return random.nextLong();
    }

    public double nextDouble() {
        return random.nextDouble();
    }

    /** Returns true with this probability in percent. */
    public boolean chance(int percent) {
        return below(100) < percent;
    }

    @SafeVarargs
    public final <T> T oneOf(T... choices) {
        return choices[below(choices.length)];
    }

    public <T> T oneOf(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    /** Returns the result of one of the suppliers. */
    @SafeVarargs
    public final <T> T oneWay(Supplier<? extends T>... ways) {
        return ways[below(ways.length)].get();
    }

    public byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns {@code count} results of {@code make}. */
    public <T> List<T> times(int count, Supplier<? extends T> make) {
        List<T> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(make.get());
        }
        return list;
    }
}
