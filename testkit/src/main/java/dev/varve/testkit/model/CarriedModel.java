package dev.varve.testkit.model;

import dev.varve.key.TimeRange;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Computes counters, times of states and averages over time from all readings of one component, without rows: each pair of
 * consecutive readings by itself.
 *
 * @param readings in the order of their clocks
 * @param limit how long a reading counts
 */
public record CarriedModel<T>(List<Reading<T>> readings, Duration limit, Instant now) {

    /** A value and its clock. */
    public record Reading<T>(Instant at, T value) {}

    private static final int NANO_DIGITS = 9;

    /** Returns whether a bucket has a reading. */
    public boolean hasReading(TimeRange bucket) {
        return readings.stream().anyMatch(each -> bucket.contains(each.at()));
    }

    /** Returns the increase in a bucket, of readings that are decimals. */
    public BigDecimal increase(TimeRange bucket) {
        BigDecimal increase = BigDecimal.ZERO;
        for (int i = 1; i < readings.size(); i++) {
            if (counts(i, bucket)) {
                BigDecimal value = (BigDecimal) readings.get(i).value();
                BigDecimal step =
                        value.subtract((BigDecimal) readings.get(i - 1).value());
                increase = increase.add(step.signum() < 0 ? value : step);
            }
        }
        return increase;
    }

    /** Returns how often a counter fell. */
    public long resets(TimeRange bucket) {
        long resets = 0;
        for (int i = 1; i < readings.size(); i++) {
            boolean isLower = ((BigDecimal) readings.get(i).value())
                            .compareTo((BigDecimal) readings.get(i - 1).value())
                    < 0;
            resets += counts(i, bucket) && isLower ? 1 : 0;
        }
        return resets;
    }

    /** Returns how often a state changed. */
    public long changes(TimeRange bucket) {
        long changes = 0;
        for (int i = 1; i < readings.size(); i++) {
            boolean isOther =
                    !readings.get(i).value().equals(readings.get(i - 1).value());
            changes += counts(i, bucket) && isOther ? 1 : 0;
        }
        return changes;
    }

    /** Returns whether a reading is in the bucket and not too long after the one before. */
    private boolean counts(int reading, TimeRange bucket) {
        Instant at = readings.get(reading).at();
        return bucket.contains(at)
                && Duration.between(readings.get(reading - 1).at(), at).compareTo(limit) <= 0;
    }

    /** Returns how long each value held in a bucket. */
    public Map<T, Duration> held(TimeRange bucket) {
        Map<T, Duration> held = new TreeMap<>();
        for (int i = 0; i < readings.size(); i++) {
            Reading<T> reading = readings.get(i);
            Instant next = i + 1 < readings.size() ? readings.get(i + 1).at() : now;
            Instant end = earlier(earlier(next, reading.at().plus(limit)), bucket.to());
            Instant start = reading.at().isAfter(bucket.from()) ? reading.at() : bucket.from();
            if (end.isAfter(start)) {
                held.merge(reading.value(), Duration.between(start, end), Duration::plus);
            }
        }
        return held;
    }

    /** Returns the sum of values times the seconds they held. */
    public BigDecimal integral(TimeRange bucket) {
        BigDecimal integral = BigDecimal.ZERO;
        for (Map.Entry<T, Duration> each : held(bucket).entrySet()) {
            integral = integral.add(((BigDecimal) each.getKey()).multiply(seconds(each.getValue())));
        }
        return integral;
    }

    /** Returns the time for which a value is known. */
    public Duration known(TimeRange bucket) {
        return held(bucket).values().stream().reduce(Duration.ZERO, Duration::plus);
    }

    private static BigDecimal seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos(), NANO_DIGITS);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
