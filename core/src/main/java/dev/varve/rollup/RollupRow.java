package dev.varve.rollup;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.rollup.internal.CompiledRollup;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the events of one bucket come to.
 *
 * @param start the start of the bucket
 * @param end the end of the bucket, which does not belong to it
 * @param kind how the row came about
 * @param attributes what it says, by the names its measures have
 * @param measured what rows of this rollup can say
 */
public record RollupRow(Instant start, Instant end, Kind kind, Item attributes, Measured measured) {

    /** What the rows of a rollup can say: a statistic that they never have is refused, not empty. */
    public static final class Measured {

        private static final Measured UNKNOWN = new Measured(null);

        private final @Nullable CompiledRollup form;

        private Measured(@Nullable CompiledRollup form) {
            this.form = form;
        }

        private void require(String attribute) {
            if (form != null && form.declared().measures().stream().noneMatch(each -> each.mayWrite(attribute))) {
                throw new Rejected(
                        "rollup.not-measured",
                        "rows of series %s have no %s; measured are %s. Correct the name, or add it to the rollup"
                                .formatted(
                                        form.events().series(),
                                        attribute,
                                        form.declared().measures().stream()
                                                .map(Measure::definition)
                                                .toList()));
            }
        }

        /** Rows are compared by what they say. */
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
            return form == null ? "unknown" : form.declared().definition().toString();
        }
    }

    /** Returns a row of which nobody knows what is measured: what it lacks is empty. */
    public RollupRow(Instant start, Instant end, Kind kind, Item attributes) {
        this(start, end, kind, attributes, Measured.UNKNOWN);
    }

    /** Returns this row as one of a rollup. */
    RollupRow of(CompiledRollup form) {
        return new RollupRow(start, end, kind, attributes, new Measured(form));
    }

    /** How a row came about. */
    public enum Kind {
        /** It is stored. */
        STORED,
        /** It was made for this answer, of shorter rows or of events: its bucket is not closed yet. */
        COMPOSED,
        /** There are no events; it fills a gap as it was asked for. */
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
     * Returns what was measured, or nothing where no event has the component. Refuses a statistic that the rollup does not
     * have ({@code rollup.not-measured}), such as one of a misspelt component; a map's entries may have any name.
     */
    public OptionalDouble get(Stat stat, String field) {
        return statistic(stat.of(field)) instanceof Num number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    private @Nullable Value statistic(String attribute) {
        Value value = attributes.value(attribute);
        if (value == null) {
            measured.require(attribute);
        }
        return value;
    }

    /** Returns the names of the numbers that were found in a component which is a map, sorted. */
    public SortedSet<String> entries(String map) {
        return attributes.value(map) instanceof Value.TextSet names
                ? Collections.unmodifiableSortedSet(new TreeSet<>(names.values()))
                : Collections.emptySortedSet();
    }

    /** Returns an attribute by the name its measure has, exactly as it is stored. */
    public Optional<Value> find(String attribute) {
        return attributes.find(attribute);
    }
}
