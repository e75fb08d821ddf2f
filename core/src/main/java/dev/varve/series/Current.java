package dev.varve.series;

import dev.varve.item.RecordOptions;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a series' current record: its class, its key, and how it is written. Immutable: each step returns
 * a new declaration.
 *
 * <p>The record holds the newest event: the last in the order of a history. Events are ordered by the clock cut to the
 * tick, then by the parts after the clock in the sort key. Digits finer than the tick do not count.
 *
 * <p>The class has the clock and the key parts of the events, and any other components of the events. Components that
 * the events do not have are enrichment: appends never touch them.
 *
 * <pre>{@code
 * Current.transactional(Telemetry.class).keys("{channel}#{deviceId}", "$app#v1#telemetry")
 *     .createdAt("createdAt")
 *     .index("gsi1", "ACCOUNT#{accountId}", "{deviceId}")
 * }</pre>
 *
 * @param table the table of the current records, or null for the table of the events
 * @param partition the template of the partition key; null until {@link #keys} is called
 * @param sort the template of the sort key, or null for none
 * @param createdAt the component that holds when the first event was appended, or null
 */
public record Current<C extends Record>(
        Class<C> type,
        CurrentMode mode,
        @Nullable String table,
        @Nullable String partition,
        @Nullable String sort,
        @Nullable String createdAt,
        LatePolicy late,
        AbsentPolicy absent,
        List<Index> indexes,
        RecordOptions options,
        MethodHandles.Lookup lookup) {

    /** What happens to an event that is older than the current record. */
    public enum LatePolicy {
        /** Nothing is written; the outcome is stale. */
        DROP,
        /** The event is written to the history, and the current record stays. */
        KEEP
    }

    /** What happens to a component of the current record that an appended event does not have. */
    public enum AbsentPolicy {
        /** It is removed: the current record equals the newest event. */
        REMOVE,
        /** It stays: the current record holds the last known value of each component. */
        KEEP
    }

    /** An index of current records. */
    public record Index(
            String name, String partition, @Nullable String sort) {}

    public Current {
        indexes = List.copyOf(indexes);
    }

    /** Declares a current record that each append writes together with its event, in one transaction. */
    public static <C extends Record> Current<C> transactional(Class<C> type) {
        return of(type, CurrentMode.TRANSACTIONAL);
    }

    /** Declares a current record that is written from the change feed, a moment after the event. */
    public static <C extends Record> Current<C> fed(Class<C> type) {
        return of(type, CurrentMode.FED);
    }

    private static <C extends Record> Current<C> of(Class<C> type, CurrentMode mode) {
        return new Current<>(
                type,
                mode,
                null,
                null,
                null,
                null,
                LatePolicy.DROP,
                AbsentPolicy.REMOVE,
                List.of(),
                RecordOptions.defaults(),
                MethodHandles.lookup());
    }

    /** Sets the key templates; they hold the parts of the identity, and no clock. */
    public Current<C> keys(String partitionTemplate, String sortTemplate) {
        return withKeys(partitionTemplate, sortTemplate);
    }

    /** Sets the key template of current records in a table without a sort key. */
    public Current<C> keys(String partitionTemplate) {
        return withKeys(partitionTemplate, null);
    }

    private Current<C> withKeys(String partitionTemplate, @Nullable String sortTemplate) {
        return new Current<>(
                type, mode, table, partitionTemplate, sortTemplate, createdAt, late, absent, indexes, options, lookup);
    }

    /** Stores the current records in a table of their own. */
    public Current<C> in(String tableName) {
        return new Current<>(type, mode, tableName, partition, sort, createdAt, late, absent, indexes, options, lookup);
    }

    /**
     * Names the component that holds when the first event was appended. It is an {@code Instant} that the events do not
     * have.
     */
    public Current<C> createdAt(String component) {
        return new Current<>(type, mode, table, partition, sort, component, late, absent, indexes, options, lookup);
    }

    /** Keeps events that are older than the current record in the history, instead of dropping them. */
    public Current<C> keepLate() {
        return new Current<>(
                type, mode, table, partition, sort, createdAt, LatePolicy.KEEP, absent, indexes, options, lookup);
    }

    /** Keeps components that an appended event does not have, instead of removing them. */
    public Current<C> merge() {
        return new Current<>(
                type, mode, table, partition, sort, createdAt, late, AbsentPolicy.KEEP, indexes, options, lookup);
    }

    /** Adds current records to an index; a record that lacks a part of the index key is left out. */
    public Current<C> index(String indexName, String partitionTemplate, String sortTemplate) {
        List<Index> more = new ArrayList<>(indexes);
        more.add(new Index(indexName, partitionTemplate, sortTemplate));
        return new Current<>(type, mode, table, partition, sort, createdAt, late, absent, more, options, lookup);
    }

    /** Sets how the record is stored. Components that the events have too must be stored in the same way. */
    public Current<C> options(RecordOptions newOptions) {
        return new Current<>(type, mode, table, partition, sort, createdAt, late, absent, indexes, newOptions, lookup);
    }

    /** Sets the lookup that accesses the record; needed if its module does not open the package. */
    public Current<C> lookup(MethodHandles.Lookup newLookup) {
        return new Current<>(type, mode, table, partition, sort, createdAt, late, absent, indexes, options, newLookup);
    }

    /** Returns all settings by name, except the lookup. */
    Map<String, @Nullable Object> definition() {
        Map<String, @Nullable Object> definition = new LinkedHashMap<>();
        definition.put("record", type);
        definition.put("mode", mode);
        definition.put("table", table);
        definition.put("partition", partition);
        definition.put("sort", sort);
        definition.put("createdAt", createdAt);
        definition.put("late", late);
        definition.put("absent", absent);
        definition.put("indexes", indexes);
        definition.put("options", options);
        return definition;
    }
}
