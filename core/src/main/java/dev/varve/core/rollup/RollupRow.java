package dev.varve.core.rollup;

import dev.varve.core.item.Item;
import dev.varve.core.item.Num;
import dev.varve.core.item.Value;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the events of one bucket come to.
 *
 * @param start the start of the bucket
 * @param end the end of the bucket, which does not belong to it
 * @param kind how the row came about
 * @param attributes what it says, by the names its measures have
 */
public record RollupRow(Instant start, Instant end, Kind kind, Item attributes) {

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
        return attributes.value(RollupForm.COUNT) instanceof Num number ? number.longValueExact() : 0;
    }

    /** Returns the number of events that have this component. */
    public long count(String field) {
        return attributes.value(Stat.COUNT.of(field)) instanceof Num number ? number.longValueExact() : 0;
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

    /** Returns what was measured, or nothing where no event has the component or it was not asked for. */
    public OptionalDouble get(Stat stat, String field) {
        return attributes.value(stat.of(field)) instanceof Num number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
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
