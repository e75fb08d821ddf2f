package dev.varve.rollup.internal.carried;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.item.internal.Utf8;
import dev.varve.rollup.internal.definition.CarriedReading;
import dev.varve.rollup.internal.definition.Elapsed;
import dev.varve.rollup.internal.definition.Seconds;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The time in each state, and the number of changes.
 *
 * <p>A row has at most 64 states, the first ones by name. A state is left out only if 64 others come before it, and then it is
 * also left out of all rows computed from that row. The known time includes states that are left out.
 */
public final class StateField extends CarriedField<StateField.Times> {

    /** With names of the greatest length, this many states take 13 KB of a row. */
    static final int MAX_STATES = 64;

    /** Longer texts are cut. A character takes up to three bytes. */
    static final int MAX_STATE_CHARS = 64;

    private static final Set<ValueType> TAKEN = EnumSet.of(ValueType.TEXT, ValueType.BOOL, ValueType.NUMBER);

    private static final String INNER_STATES = "innerStates";
    private static final String INNER_STATES_KNOWN = "innerStatesKnown";
    private static final String INNER_CHANGES = "innerChanges";
    private static final String MORE_STATES = "moreStates";
    private static final String STATES = "states";
    private static final String STATES_KNOWN = "statesKnown";
    private static final String CHANGES = "changes";

    private final String innerStates = named(INNER_STATES);
    private final String innerKnown = named(INNER_STATES_KNOWN);
    private final String innerChanges = named(INNER_CHANGES);
    public final String more = named(MORE_STATES);
    public final String states = named(STATES);
    public final String known = named(STATES_KNOWN);
    public final String changes = named(CHANGES);

    public StateField(Subject subject, Duration holds) {
        super(
                subject,
                holds,
                "state",
                List.of(INNER_CHANGES, INNER_STATES, INNER_STATES_KNOWN, MORE_STATES),
                List.of(STATES, STATES_KNOWN, CHANGES));
    }

    /** The time in each state over consecutive readings. */
    static final class Times extends Stretch<Times> {

        private final StateField of;
        private final TreeMap<String, BigDecimal> seconds = new TreeMap<>();
        private BigDecimal known = BigDecimal.ZERO;
        private long changes;
        private boolean hasMore;

        Times(StateField of, CarriedReading first, CarriedReading last) {
            super(first, last);
            this.of = of;
        }

        @Override
        Times copy() {
            Times copy = new Times(of, first(), last());
            copy.add(this);
            return copy;
        }

        @Override
        void pass(CarriedReading one, CarriedReading next) {
            hold(one, of.held(one, one.at(), next.at()));
            change(one, next);
        }

        void change(CarriedReading one, CarriedReading next) {
            if (of.isInReach(one, next) && !one.value().equals(next.value())) {
                changes++;
            }
        }

        void hold(CarriedReading reading, BigDecimal time) {
            if (time.signum() > 0) {
                put(((Value.Text) reading.value()).value(), time);
                known = known.add(time);
            }
        }

        private void put(String state, BigDecimal time) {
            seconds.merge(state, time, BigDecimal::add);
            if (seconds.size() > MAX_STATES) {
                // The removed state may be the one just added.
                seconds.pollLastEntry();
                hasMore = true;
            }
        }

        @Override
        void add(Times other) {
            other.seconds.forEach(this::put);
            known = known.add(other.known);
            changes += other.changes;
            hasMore |= other.hasMore;
        }

        void write(String name, BiConsumer<String, Value> row) {
            if (!seconds.isEmpty()) {
                Map<String, Value> times = new HashMap<>();
                seconds.forEach((state, time) -> times.put(state, Num.of(time)));
                row.accept(name, new Value.MapOf(times));
            }
            if (hasMore) {
                row.accept(of.more, Value.of(true));
            }
        }
    }

    @Override
    boolean takesEach(ValueType type) {
        return TAKEN.contains(type);
    }

    @Override
    @Nullable
    Value taken(Value value) {
        if (value instanceof Value.Text text) {
            return text.value().length() <= MAX_STATE_CHARS
                    ? text
                    : Value.of(Utf8.cut(text.value(), MAX_STATE_CHARS - 1) + "…");
        }
        return value instanceof Value.Bool bool
                ? Value.of(String.valueOf(bool.value()))
                : value instanceof Num number ? Value.of(number.text()) : null;
    }

    @Override
    public String definition() {
        return "STATES (holds %s) of %s".formatted(reach(), subject());
    }

    @Override
    Times stretch(CarriedReading from, CarriedReading to) {
        return new Times(this, from, to);
    }

    @Override
    void readInner(Times into, Function<String, @Nullable Value> row) {
        times(row.apply(innerStates)).forEach((state, time) -> into.seconds.put(state, time));
        into.known = row.apply(innerKnown) instanceof Num number ? number.value() : BigDecimal.ZERO;
        into.changes = row.apply(innerChanges) instanceof Num number ? number.longValueExact() : 0;
        into.hasMore = Value.of(true).equals(row.apply(more));
    }

    /** Returns the seconds by state. */
    public static Map<String, BigDecimal> times(@Nullable Value stored) {
        Map<String, BigDecimal> times = new TreeMap<>();
        if (stored instanceof Value.MapOf map) {
            map.values().forEach((state, time) -> {
                if (time instanceof Num number) {
                    times.put(state, number.value());
                }
            });
        }
        return times;
    }

    @Override
    void writeInner(Times from, BiConsumer<String, Value> row) {
        from.write(innerStates, row);
        row.accept(innerKnown, Num.of(from.known));
        row.accept(innerChanges, Num.of(from.changes));
    }

    @Override
    public boolean holds(CarriedReading before, Instant start) {
        return before.at().add(limit).compareTo(Seconds.of(start)) > 0;
    }

    @Override
    public void complete(
            Function<String, @Nullable Value> row,
            @Nullable CarriedReading before,
            Elapsed elapsed,
            BiConsumer<String, Value> read) {
        Times inner = read(row);
        CarriedReading any = inner == null ? before : inner.first();
        if (any == null) {
            return;
        }
        Times times = new Times(this, any, any);
        if (before != null) {
            BigDecimal end = inner == null ? elapsed.until() : inner.first().at();
            times.hold(before, held(before, elapsed.from(), end));
        }
        if (inner != null) {
            if (before != null) {
                times.change(before, inner.first());
            }
            times.add(inner);
            times.hold(inner.last(), held(inner.last(), elapsed.from(), elapsed.until()));
        }
        if (inner == null && times.known.signum() == 0) {
            return;
        }
        times.write(states, read);
        read.accept(known, Num.of(times.known));
        read.accept(changes, Num.of(times.changes));
    }
}
