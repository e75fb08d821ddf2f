package dev.varve.rollup;

import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import dev.varve.key.Grain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One length of buckets of a rollup: how long its rows are kept and where they are; immutable.
 *
 * @param keep how long rows are kept from the start of their bucket on, or null for ever
 * @param partition the template of the partition key, or null for the one of the events
 * @param sort the template of the sort key, or null for one made from the length
 * @param table the table rows are in, or null for that of the series
 * @param names the attributes that are stored under another name
 * @param indexes the indexes rows are in too
 */
public record Tier(
        Grain grain,
        @Nullable Duration keep,
        @Nullable String partition,
        @Nullable String sort,
        @Nullable String table,
        Map<String, String> names,
        List<Index> indexes) {

    /** An index that rows are in, with the templates of their keys there. */
    public record Index(String name, String partition, String sort) {}

    public Tier {
        names = Map.copyOf(names);
        indexes = List.copyOf(indexes);
        if (keep != null && (keep.isZero() || keep.isNegative())) {
            throw new Rejected(
                    "rollup.duration",
                    "rows of a %s are kept for %s; it must be longer than nothing. Leave it out to keep them for ever"
                            .formatted(grain.word(), keep));
        }
        if (keep != null) {
            Durations.check("rollup.duration", "the time that rows are kept", keep);
        }
    }

    /** Returns the tier of this length, kept for ever, under keys of its own making. */
    public static Tier of(Grain grain) {
        return new Tier(grain, null, null, null, null, Map.of(), List.of());
    }

    public Tier keep(Duration duration) {
        return new Tier(
                grain,
                Durations.check("rollup.duration", "the time that rows are kept", duration),
                partition,
                sort,
                table,
                names,
                indexes);
    }

    /** Sets the key templates of the rows, as in {@code keys("DEVICE#{deviceId}", "AGG#hourly#{at:hour}")}. */
    public Tier keys(String newPartition, String newSort) {
        return new Tier(grain, keep, newPartition, newSort, table, names, indexes);
    }

    /** Puts the rows in another table of the schema. */
    public Tier in(String tableName) {
        return new Tier(grain, keep, partition, sort, tableName, names, indexes);
    }

    /** Stores an attribute of the rows under another name: {@code name("avgTemperature", "avg_temp")}. */
    public Tier name(String attribute, String stored) {
        Map<String, String> more = new TreeMap<>(names);
        more.put(attribute, stored);
        return new Tier(grain, keep, partition, sort, table, more, indexes);
    }

    /**
     * Puts the rows in an index too: {@code index("gsi1", "SITE#{siteId}", "PERIOD#hour#{at:hour}")}. Its keys hold the
     * clock as those of the rows do, and any of their parts.
     */
    public Tier index(String name, String indexPartition, String indexSort) {
        List<Index> more = new ArrayList<>(indexes);
        more.add(new Index(name, indexPartition, indexSort));
        return new Tier(grain, keep, partition, sort, table, names, more);
    }

    /** Returns the word rows of this length are known by: {@code hourly}. */
    public String word() {
        return grain == Grain.DAY ? "daily" : grain.word() + "ly";
    }
}
