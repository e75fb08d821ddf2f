package dev.varve.engine.rocksdb.internal.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The dictionary of attribute names: rows store numbers instead of names. It only grows, up to a bound. A name is
 * durable before its number is used. A name beyond the bound has no number and is stored in every row that uses it.
 */
public final class Names {

    /** Attribute names that are data (for example one per customer) must not fill the memory. */
    static final int MAX_NAMES = 16_384;
    /** Longer names are rare, so a number would save little. */
    static final int MAX_NAME_BYTES = 255;
    /** Stands for a name without a number. */
    static final int NONE = -1;

    /** Makes a name durable under its number before it returns. */
    @FunctionalInterface
    public interface Recorder {
        void record(int number, String name);
    }

    private final Recorder recorder;
    private final ConcurrentHashMap<String, Integer> numbers = new ConcurrentHashMap<>();
    private volatile String[] names;
    private volatile int count;

    /** Returns the dictionary with the names recorded so far, by their numbers from 0 on. */
    public Names(List<String> recorded, Recorder recorder) {
        this.recorder = recorder;
        this.names = recorded.toArray(String[]::new);
        this.count = names.length;
        for (int i = 0; i < names.length; i++) {
            numbers.put(names[i], i);
        }
    }

    int numberOf(String name) {
        Integer known = numbers.get(name);
        return known != null ? known : count < MAX_NAMES ? add(name) : NONE;
    }

    private synchronized int add(String name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        int number = count;
        if (number >= MAX_NAMES || name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
            return NONE;
        }
        recorder.record(number, name);
        String[] more = number < names.length ? names : Arrays.copyOf(names, Math.max(16, number * 2));
        more[number] = name;
        names = more;
        count = number + 1;
        numbers.put(name, number);
        return number;
    }

    @Nullable
    String nameOf(long number) {
        return number >= 0 && number < count ? names[(int) number] : null;
    }
}
