package dev.varve.series;

import dev.varve.entity.Entity;
import dev.varve.internal.Durations;
import dev.varve.item.RecordOptions;
import dev.varve.key.Tick;
import dev.varve.key.ZoneHistory;
import dev.varve.rollup.Rollup;
import dev.varve.series.internal.definition.EventIndex;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.definition.SeriesSettings;
import dev.varve.series.internal.definition.ZoneSource;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * Builds the declaration of a {@link Series}; {@link #build} checks it and refuses declarations that could lose or mix
 * events.
 *
 * <pre>{@code
 * Series.of(Reading.class)
 *     .partition("DEVICE#{deviceId}").sort("READING#{at}")
 *     .keep(Duration.ofDays(30))
 *     .build();
 * }</pre>
 */
public final class SeriesBuilder<E extends Record> {

    final SeriesSettings<E> settings;

    SeriesBuilder(Class<E> type) {
        settings = new SeriesSettings<>(type);
    }

    /** Sets the name of the series. Default: the name of the record. */
    public SeriesBuilder<E> named(String newName) {
        settings.name = newName;
        return this;
    }

    /** Names the component that is the clock; needed only if the record has several instants. */
    public SeriesBuilder<E> clock(String component) {
        settings.clock = component;
        return this;
    }

    /** Sets the template of the partition key: {@code DEVICE#{deviceId}}, {@code {deviceId}#{at:month}}. */
    public SeriesBuilder<E> partition(String template) {
        settings.partition = template;
        return this;
    }

    /** Sets the template of the sort key, which holds the clock: {@code READING#{at}}. */
    public SeriesBuilder<E> sort(String template) {
        settings.sort = template;
        return this;
    }

    /** Sets the tick of the clock; finer digits of an event's clock are cut off. Default: milliseconds. */
    public SeriesBuilder<E> tick(Tick newTick) {
        settings.tick = newTick;
        return this;
    }

    /** Refuses an event whose clock is finer than the tick, instead of cutting it. */
    public SeriesBuilder<E> exactClock() {
        settings.exactClock = true;
        return this;
    }

    /** Sets the time zone of hours, days, months and years. Default: UTC. */
    public SeriesBuilder<E> zone(ZoneId newZone) {
        settings.zone = newZone;
        return this;
    }

    /**
     * Takes the time zone of rollup rows from an entity, such as a site, whose key consists of parts of the series'
     * identity. The component holds the text of a {@link ZoneHistory}, in most cases just a zone; without one, rows use
     * UTC. The keys of events do not change.
     */
    public SeriesBuilder<E> zoneFrom(Entity<?> entity, String component) {
        settings.zoneFrom = new ZoneSource(entity, component);
        return this;
    }

    /**
     * Opens an epoch: events with a clock at or after {@code since} have other keys. Stored events are not rewritten.
     */
    public SeriesBuilder<E> since(Instant since, String partitionTemplate, String sortTemplate) {
        settings.epochs.add(new SeriesSettings.Epoch(since, null, partitionTemplate, sortTemplate));
        return this;
    }

    /** Opens an epoch: events with a clock at or after {@code since} are in other partitions. */
    public SeriesBuilder<E> since(Instant since, String partitionTemplate) {
        settings.epochs.add(new SeriesSettings.Epoch(since, null, partitionTemplate, null));
        return this;
    }

    /** Opens an epoch: the buckets of events with a clock at or after {@code since} use another time zone. */
    public SeriesBuilder<E> since(Instant since, ZoneId newZone) {
        settings.epochs.add(new SeriesSettings.Epoch(since, newZone, null, null));
        return this;
    }

    /** Sets how the record is stored: attribute names, formats of instants and enums. */
    public SeriesBuilder<E> options(RecordOptions newOptions) {
        settings.options = newOptions;
        return this;
    }

    /** Sets the lookup that accesses the record; needed if its module does not open the package. */
    public SeriesBuilder<E> lookup(MethodHandles.Lookup newLookup) {
        settings.lookup = newLookup;
        return this;
    }

    /** Sets how long after their clock events expire. Default: never. */
    public SeriesBuilder<E> keep(Duration duration) {
        return keep(duration, TtlStart.EVENT_TIME);
    }

    /** Sets how long after their clock or their arrival events expire. */
    public SeriesBuilder<E> keep(Duration duration, TtlStart from) {
        settings.keep = positive("keep", duration);
        settings.ttlBase = from;
        return this;
    }

    /** Refuses events whose clock is further ahead of now than this. Default: one day. */
    public SeriesBuilder<E> maxFuture(Duration duration) {
        settings.maxFuture = Durations.check("series.duration", "maxFuture", duration);
        return this;
    }

    /** Refuses events whose clock is further behind now than this. Default: no limit. */
    public SeriesBuilder<E> maxLate(Duration duration) {
        settings.maxLate = positive("maxLate", duration);
        return this;
    }

    /** Sets how far back the latest event is searched if partitions are split by time. Default: {@link #keep}. */
    public SeriesBuilder<E> lookBack(Duration duration) {
        settings.lookBack = positive("lookBack", duration);
        return this;
    }

    /** Sets what happens to an event whose key is taken. Default: {@link ConflictPolicy#REFUSE}. */
    public SeriesBuilder<E> onConflict(ConflictPolicy rule) {
        settings.conflicts = rule;
        return this;
    }

    /**
     * Declares that the series holds one row per bucket, so that its keys may hold a coarse clock:
     * {@code AGG#{at:hour}}.
     */
    public SeriesBuilder<E> rows() {
        settings.rows = true;
        return this;
    }

    /**
     * Packs events into compressed blocks, one for each identity and hour. A packed event costs a fraction of an item, in
     * write units and in bytes. What an application calls stays the same.
     *
     * <p>For telemetry: events with numbers, booleans and texts, told apart by their clock. A packed series has no indexes,
     * no current record and no part in transactions.
     */
    public SeriesBuilder<E> packed() {
        return packed(Duration.ofHours(1));
    }

    /**
     * Packs events into blocks that cover this much time: from a minute to a day, and a whole number of them in a day.
     * Longer blocks cost fewer write units, and more bytes for each read of a short range.
     */
    public SeriesBuilder<E> packed(Duration block) {
        settings.packed = positive("packed", block);
        settings.packedSince = null;
        return this;
    }

    /**
     * Packs events with a clock at or after {@code since}, into a block for each identity and hour. Earlier events are items,
     * also those that arrive later. So a series that stores items becomes packed: declare an instant that lies further ahead
     * than any stored event, which is {@code maxFuture} from now. It must be the start of a block.
     */
    public SeriesBuilder<E> packedSince(Instant since) {
        return packedSince(since, Duration.ofHours(1));
    }

    /** Packs events with a clock at or after {@code since}, into blocks that cover this much time. */
    public SeriesBuilder<E> packedSince(Instant since, Duration block) {
        settings.packed = positive("packed", block);
        settings.packedSince = since;
        return this;
    }

    /** Turns the catalogue off: the series keeps no list of its identities. */
    public SeriesBuilder<E> withoutCatalogue() {
        settings.catalogued = false;
        return this;
    }

    /** Adds every event to an index, ordered by the clock; an event that lacks a part of the index key is left out. */
    public SeriesBuilder<E> index(String indexName, String partitionTemplate, String sortTemplate) {
        settings.indexes.add(new EventIndex.Declared(indexName, partitionTemplate, sortTemplate, null, false));
        return this;
    }

    /**
     * Adds to an index only the events in which this component is present and not false, such as all anomalies of a
     * day.
     */
    public SeriesBuilder<E> sparseIndex(
            String indexName, String onlyWith, String partitionTemplate, String sortTemplate) {
        settings.indexes.add(new EventIndex.Declared(indexName, partitionTemplate, sortTemplate, onlyWith, false));
        return this;
    }

    /**
     * Adds every event to an index whose keys other kinds of items may share, such as everything of a site by day. Read
     * it with table queries: a result can mix all kinds of items.
     */
    public SeriesBuilder<E> sharedIndex(String indexName, String partitionTemplate, String sortTemplate) {
        settings.indexes.add(new EventIndex.Declared(indexName, partitionTemplate, sortTemplate, null, true));
        return this;
    }

    /** Adds a rollup: rows that summarise the events of each hour, day or month. */
    public SeriesBuilder<E> rollUp(Rollup declared) {
        settings.rollup = declared;
        return this;
    }

    /** Adds a current record; the settings made so far stay. */
    public <C extends Record> TrackedSeriesBuilder<E, C> current(Current<C> current) {
        return new TrackedSeriesBuilder<>(this, current);
    }

    /** Checks the declaration and returns the series; the message of a refusal says what to change. */
    public Series<E> build() {
        return new Series<>(new SeriesDefinition<>(settings));
    }

    private static Duration positive(String setting, Duration duration) {
        Durations.refuseZero("series.duration", setting + " is", duration, "Leave it out for no limit");
        return Durations.check("series.duration", setting, duration);
    }
}
