package dev.varve.rollup;

import dev.varve.rollup.internal.carried.CarriedField.Subject;
import dev.varve.rollup.internal.carried.LevelField;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * The average of a number over time, in which a value counts for as long as it holds: until the next reading, also across the
 * borders of buckets, but at most for the declared time. In an open bucket the last value holds until now. Time without a known
 * value does not count.
 */
public final class TimeWeighted extends CarriedDeclaration {

    private static final Duration HOLDS = Duration.ofDays(1);

    private final LevelField level;

    private TimeWeighted(LevelField level) {
        super(level);
        this.level = level;
    }

    /** Measures the average of a component over time. */
    public static TimeWeighted of(String field) {
        return new TimeWeighted(new LevelField(new Subject(field, null), HOLDS));
    }

    /** Measures the average over time of an entry of a component that is a map. Attributes are named after the entry. */
    public static TimeWeighted ofEntry(String map, String entry) {
        return new TimeWeighted(new LevelField(new Subject(map, entry), HOLDS));
    }

    /** Sets how long a value holds at most without another reading. Default: one day; maximum: 366 days. */
    public TimeWeighted holds(Duration atMost) {
        return new TimeWeighted(new LevelField(level.subject(), reach("holds", atMost)));
    }

    /** Returns the average over time; empty if no value is known. */
    public OptionalDouble avg(RollupRow row) {
        return number(row, level.average);
    }

    /** Returns the value times the seconds it held: joules of a power in watts. Empty if no value is known. */
    public OptionalDouble integral(RollupRow row) {
        return number(row, level.integral);
    }

    /** Returns the time for which the value is known. */
    public Duration known(RollupRow row) {
        return duration(row, level.known);
    }
}
