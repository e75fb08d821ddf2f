package dev.varve.rollup;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.rollup.internal.carried.CarriedField.Subject;
import dev.varve.rollup.internal.carried.StateField;
import dev.varve.rollup.internal.definition.FieldStats;
import dev.varve.rollup.internal.definition.Seconds;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The time in each state, and the number of changes, of a component that is a text, a boolean or a number.
 *
 * <p>A state holds until the next reading, also across the borders of buckets, but at most for the declared time; after that it
 * is unknown. In an open bucket it holds until now. States are named as stored: an enum by its text, a boolean as {@code true}
 * or {@code false}. A row has at most 64 states, the first ones by name; names of more than 64 characters are cut.
 */
public final class StateTime extends CarriedDeclaration {

    private static final Duration HOLDS = Duration.ofDays(1);

    private final StateField states;

    private StateTime(StateField states) {
        super(states);
        this.states = states;
    }

    /** Measures the time in each state of a component. */
    public static StateTime of(String field) {
        return new StateTime(new StateField(new Subject(field, null), HOLDS));
    }

    /** Measures the time in each state of an entry of a component that is a map. Attributes are named after the entry. */
    public static StateTime ofEntry(String map, String entry) {
        return new StateTime(new StateField(new Subject(map, entry), HOLDS));
    }

    /** Sets how long a state holds at most without another reading. Default: one day; maximum: 366 days. */
    public StateTime holds(Duration atMost) {
        return new StateTime(new StateField(states.subject(), reach("holds", atMost)));
    }

    /** Returns the time in a state. */
    public Duration in(RollupRow row, String state) {
        return Seconds.duration(seconds(row, state));
    }

    /** Returns the time in each state that occurred, by name. */
    public SortedMap<String, Duration> times(RollupRow row) {
        SortedMap<String, Duration> times = new TreeMap<>();
        stored(row).forEach((state, seconds) -> times.put(state, Seconds.duration(seconds)));
        return Collections.unmodifiableSortedMap(times);
    }

    /** Returns the share of the known time that a state held, from 0 to 1; empty if no state is known. */
    public OptionalDouble share(RollupRow row, String state) {
        BigDecimal known = row.statistic(states.known) instanceof Num number ? number.value() : BigDecimal.ZERO;
        return known.signum() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        seconds(row, state).divide(known, FieldStats.DERIVED).doubleValue());
    }

    /** Returns the time for which the state is known. */
    public Duration known(RollupRow row) {
        return duration(row, states.known);
    }

    /** Returns how often a reading had another state than the one before, unless that was no longer known. */
    public long changes(RollupRow row) {
        return whole(row, states.changes);
    }

    /** Returns whether a row has other states, which come after its 64 by name. */
    public boolean hasMore(RollupRow row) {
        return Value.of(true).equals(row.statistic(states.more));
    }

    private BigDecimal seconds(RollupRow row, String state) {
        @Nullable BigDecimal seconds = stored(row).get(state);
        return seconds == null ? BigDecimal.ZERO : seconds;
    }

    private Map<String, BigDecimal> stored(RollupRow row) {
        return StateField.times(row.statistic(states.states));
    }
}
