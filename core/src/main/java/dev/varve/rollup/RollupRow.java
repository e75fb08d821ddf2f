package dev.varve.rollup;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.rollup.internal.definition.CarriedMeasure;
import dev.varve.rollup.internal.definition.CompiledRollup;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The summary of the events of one bucket.
 *
 * @param start the start of the bucket
 * @param end the end of the bucket, exclusive
 * @param kind how the row was obtained
 * @param attributes the values by the names of their measures
 * @param measured the measures of the rollup
 */
public record RollupRow(Instant start, Instant end, Kind kind, Item attributes, Measured measured) {

    /** The measures of a rollup. A statistic that its rows never have is refused instead of being empty. */
    public static final class Measured {

        private static final Measured UNKNOWN = new Measured(null, true);

        private final @Nullable CompiledRollup compiled;
        private final boolean isOfSeries;

        private Measured(@Nullable CompiledRollup compiled, boolean isOfSeries) {
            this.compiled = compiled;
            this.isOfSeries = isOfSeries;
        }

        private void require(String attribute) {
            if (compiled == null) {
                return;
            }
            List<Measure> able = compiled.declared().measures().stream()
                    .filter(each -> each.mayWrite(attribute))
                    .toList();
            if (able.isEmpty()) {
                throw new Rejected(
                        "rollup.not-measured",
                        "rows of series %s have no %s; the measures are %s. Correct the name, or add it to the rollup"
                                .formatted(
                                        compiled.events().series(),
                                        attribute,
                                        compiled.declared().measures().stream()
                                                .map(Measure::definition)
                                                .toList()));
            }
            if (!isOfSeries && able.stream().allMatch(CarriedMeasure.class::isInstance)) {
                throw new Rejected(
                        "rollup.not-in-groups",
                        "rows of groups of series %s have no %s: %s needs the reading before a bucket, which only rows of"
                                        .formatted(
                                                compiled.events().series(),
                                                attribute,
                                                able.get(0).definition())
                                + " identities know. Read the rows of the members and add up their values");
            }
        }

        /** Always equal, because rows are compared by their values. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Measured;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public String toString() {
            return compiled == null
                    ? "unknown"
                    : compiled.declared().definition().toString();
        }
    }

    /** Creates a row with unknown measures: a missing statistic is empty, not refused. */
    public RollupRow(Instant start, Instant end, Kind kind, Item attributes) {
        this(start, end, kind, attributes, Measured.UNKNOWN);
    }

    /** Returns this row with the measures of a rollup, whose rows of groups have only some of them. */
    RollupRow of(CompiledRollup compiled, boolean isOfSeries) {
        return new RollupRow(start, end, kind, attributes, new Measured(compiled, isOfSeries));
    }

    /** How a row was obtained. */
    public enum Kind {
        /** The row is stored. */
        STORED,
        /** The row was computed for this query from finer rows or events, because its bucket is not closed yet. */
        COMPOSED,
        /** The bucket has no events; the row fills the gap, or a state holds through it. */
        FILLED
    }

    /** Returns the number of events. */
    public long count() {
        return attributes.value(CompiledRollup.COUNT) instanceof Num number ? number.longValueExact() : 0;
    }

    /** Returns the number of events that have this component. */
    public long count(String field) {
        return statistic(Stat.COUNT.of(field)) instanceof Num number ? number.longValueExact() : 0;
    }

    public OptionalDouble avg(String field) {
        return get(Stat.AVG, field);
    }

    public OptionalDouble min(String field) {
        return get(Stat.MIN, field);
    }

    public OptionalDouble max(String field) {
        return get(Stat.MAX, field);
    }

    public OptionalDouble sum(String field) {
        return get(Stat.SUM, field);
    }

    /**
     * Returns a statistic, or empty if no event has the component. Refuses a statistic that the rollup does not have
     * ({@code rollup.not-measured}), such as one of a misspelt component. Entries of a map may have any name.
     */
    public OptionalDouble get(Stat stat, String field) {
        return statistic(stat.of(field)) instanceof Num number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    /** Returns an attribute; refuses one that the rollup does not have. */
    @Nullable
    Value statistic(String attribute) {
        Value value = attributes.value(attribute);
        if (value == null) {
            measured.require(attribute);
        }
        return value;
    }

    /** Returns the sorted names of the numbers in a component that is a map. */
    public SortedSet<String> entries(String map) {
        return attributes.value(map) instanceof Value.TextSet names
                ? Collections.unmodifiableSortedSet(new TreeSet<>(names.values()))
                : Collections.emptySortedSet();
    }

    /** Returns an attribute by the name of its measure, exactly as stored. */
    public Optional<Value> find(String attribute) {
        return attributes.find(attribute);
    }
}
