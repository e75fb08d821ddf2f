package dev.varve.sketches;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lower bounds of the counts of values, and their common error.
 *
 * @param total the number of events
 * @param overlooked the largest error: no value occurs more often than its count plus this
 * @param values counts by value, the largest first, equal ones in the order of their texts
 */
record Counts(long total, long overlooked, Map<String, Long> values) {

    private static final int VARINT_BITS = 7;

    /** Returns the values with the largest counts, with their bounds. */
    List<Frequent> top(int most) {
        return values.entrySet().stream()
                .limit(most)
                .map(entry -> new Frequent(entry.getKey(), entry.getValue(), entry.getValue() + overlooked))
                .toList();
    }

    /** Returns whether the bounds of both overlap for every value. */
    boolean agreesWith(Counts other) {
        return total == other.total && isWithin(other) && other.isWithin(this);
    }

    private boolean isWithin(Counts other) {
        return values.entrySet().stream()
                .allMatch(
                        entry -> entry.getValue() <= other.values.getOrDefault(entry.getKey(), 0L) + other.overlooked);
    }

    byte[] write() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        varint(bytes, total);
        varint(bytes, overlooked);
        varint(bytes, values.size());
        values.forEach((value, count) -> {
            byte[] text = value.getBytes(StandardCharsets.UTF_8);
            varint(bytes, text.length);
            bytes.write(text, 0, text.length);
            varint(bytes, count);
        });
        return bytes.toByteArray();
    }

    /** Reads written counts; fails for invalid bytes. */
    static Counts read(byte[] written) {
        ByteBuffer bytes = ByteBuffer.wrap(written);
        long total = varint(bytes);
        long overlooked = varint(bytes);
        long size = varint(bytes);
        Map<String, Long> values = new LinkedHashMap<>();
        long seen = 0;
        for (long i = 0; i < size; i++) {
            byte[] text = new byte[Math.toIntExact(atMost(varint(bytes), bytes.remaining()))];
            bytes.get(text);
            long count = atMost(varint(bytes), total - seen);
            seen += count;
            if (count == 0 || values.put(new String(text, StandardCharsets.UTF_8), count) != null) {
                throw new IllegalArgumentException("a value has the count 0 or occurs twice");
            }
        }
        if (bytes.hasRemaining() || overlooked > total) {
            throw new IllegalArgumentException("%s bytes are left after the last value, or the error exceeds the total"
                    .formatted(bytes.remaining()));
        }
        return new Counts(total, overlooked, values);
    }

    /** Returns counts in the order of {@link #values}. */
    static Map<String, Long> ordered(Map<String, Long> counts) {
        Map<String, Long> ordered = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
        return ordered;
    }

    private static long atMost(long value, long limit) {
        if (value > limit) {
            throw new IllegalArgumentException("%s is more than %s".formatted(value, limit));
        }
        return value;
    }

    private static void varint(ByteArrayOutputStream bytes, long value) {
        long rest = value;
        for (; rest > Byte.MAX_VALUE; rest >>>= VARINT_BITS) {
            bytes.write((int) (rest & Byte.MAX_VALUE | 1 << VARINT_BITS));
        }
        bytes.write((int) rest);
    }

    private static long varint(ByteBuffer bytes) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE - 1; shift += VARINT_BITS) {
            byte part = bytes.get();
            value |= (long) (part & Byte.MAX_VALUE) << shift;
            if (part >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a varint is too long");
    }
}
