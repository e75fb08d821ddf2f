package dev.varve.rollup;

import dev.varve.internal.Durations;
import dev.varve.key.Grain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One resolution of a rollup: the keys, the place and the retention of its rows; immutable.
 *
 * @param keep how long rows are kept, counted from the start of their bucket, or null for ever
 * @param partition the template of the partition key, or null for that of the events
 * @param sort the template of the sort key, or null for one derived from the grain
 * @param table the table of the rows, or null for that of the series
 * @param names the stored names of attributes that are renamed
 * @param indexes the indexes of the rows
 */
public record Tier(
        Grain grain,
        @Nullable Duration keep,
        @Nullable String partition,
        @Nullable String sort,
        @Nullable String table,
        Map<String, String> names,
        List<Index> indexes) {

    /** An index of rows, with the templates of its keys. */
    public record Index(String name, String partition, String sort) {}

    public Tier {
        names = Map.copyOf(names);
        indexes = List.copyOf(indexes);
        Durations.refuseZero(
                "rollup.duration",
                "rows per %s are kept for".formatted(grain.word()),
                keep,
                "Leave it out to keep them for ever");
        if (keep != null) {
            Durations.check("rollup.duration", "the time that rows are kept", keep);
        }
    }

    /** Returns the tier of this grain, kept for ever, with default keys. */
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

    /** Stores the rows in another table of the schema. */
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
     * Adds the rows to an index: {@code index("gsi1", "SITE#{siteId}", "PERIOD#hour#{at:hour}")}. Its keys hold the
     * clock to the same grain as the keys of the rows, and any of their parts.
     */
    public Tier index(String name, String indexPartition, String indexSort) {
        List<Index> more = new ArrayList<>(indexes);
        more.add(new Index(name, indexPartition, indexSort));
        return new Tier(grain, keep, partition, sort, table, names, more);
    }

    /** Returns the adjective of this tier: {@code hourly}. */
    public String word() {
        return grain == Grain.DAY ? "daily" : grain.word() + "ly";
    }
}
