package dev.varve.series;

import dev.varve.item.RecordOptions;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is declared of a series' current record: its class, its key, and who writes it. Immutable: each step returns a
 * new declaration.
 *
 * <p>The record is of the newest event: the last in the order of a history, by the clock cut to the tick and then by what
 * follows the clock in the sort key. Clocks that are finer than the tick do not order.
 *
 * <p>The class has the clock and the parts of the key, like the events, and what else of them is wanted. Components that
 * only it has are enrichment: no append touches them.
 *
 * <pre>{@code
 * Current.transactional(Telemetry.class).keys("{channel}#{deviceId}", "$app#v1#telemetry")
 *     .createdAt("createdAt")
 *     .index("gsi1", "ACCOUNT#{accountId}", "{deviceId}")
 * }</pre>
 *
 * @param table the table of the current records, or null for that of the events
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

    /** What becomes of an event that is older than the current record. */
    public enum LatePolicy {
        /** Nothing is written; the outcome is stale. */
        DROP,
        /** It is written to the history, and the current record stays. */
        KEEP
    }

    /** What becomes of a field of the current record that an appended event does not have. */
    public enum AbsentPolicy {
        /** It is removed: the current record says what the newest event says. */
        REMOVE,
        /** It stays: the current record says what was last known. */
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

    /** Sets the key templates; they hold the parts that address one series, and no clock. */
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

    /** Puts the current records in a table of their own. */
    public Current<C> in(String tableName) {
        return new Current<>(type, mode, tableName, partition, sort, createdAt, late, absent, indexes, options, lookup);
    }

    /** Names the component that holds when the first event was appended: an {@code Instant} that events do not have. */
    public Current<C> createdAt(String component) {
        return new Current<>(type, mode, table, partition, sort, component, late, absent, indexes, options, lookup);
    }

    /** Keeps events that are older than the current record in the history, instead of dropping them. */
    public Current<C> keepLate() {
        return new Current<>(
                type, mode, table, partition, sort, createdAt, LatePolicy.KEEP, absent, indexes, options, lookup);
    }

    /** Lets fields stay that an appended event does not have, instead of removing them. */
    public Current<C> merge() {
        return new Current<>(
                type, mode, table, partition, sort, createdAt, late, AbsentPolicy.KEEP, indexes, options, lookup);
    }

    /** Puts current records in an index; one that lacks a part of the key is left out. */
    public Current<C> index(String indexName, String partitionTemplate, String sortTemplate) {
        List<Index> more = new ArrayList<>(indexes);
        more.add(new Index(indexName, partitionTemplate, sortTemplate));
        return new Current<>(type, mode, table, partition, sort, createdAt, late, absent, more, options, lookup);
    }

    /** Says how the record is stored; what it shares with the events must be stored as there. */
    public Current<C> options(RecordOptions newOptions) {
        return new Current<>(type, mode, table, partition, sort, createdAt, late, absent, indexes, newOptions, lookup);
    }

    /** Lets this lookup see the record: for modules that open no package. */
    public Current<C> lookup(MethodHandles.Lookup newLookup) {
        return new Current<>(type, mode, table, partition, sort, createdAt, late, absent, indexes, options, newLookup);
    }

    /** Returns everything that was declared, by name; who may see the record is not among it. */
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
