package dev.varve.series;

import dev.varve.entity.Entity;
import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import dev.varve.item.RecordOptions;
import dev.varve.key.Tick;
import dev.varve.key.ZoneHistory;
import dev.varve.rollup.Rollup;
import dev.varve.series.internal.EventIndex;
import dev.varve.series.internal.SeriesDefinition;
import dev.varve.series.internal.SeriesSettings;
import dev.varve.series.internal.ZoneSource;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * The declaration of a {@link Series}; {@link #build} checks all of it and refuses what could lose or mix events.
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

    /** Names the series; the name of the record unless said otherwise. */
    public SeriesBuilder<E> named(String newName) {
        settings.name = newName;
        return this;
    }

    /** Names the component that is the clock; needed only where the record has several instants. */
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

    /** Sets the tick of the clock; milliseconds unless said otherwise. What is finer is cut off an event's clock. */
    public SeriesBuilder<E> tick(Tick newTick) {
        settings.tick = newTick;
        return this;
    }

    /** Refuses an event whose clock is finer than the tick, instead of cutting it. */
    public SeriesBuilder<E> exactClock() {
        settings.exactClock = true;
        return this;
    }

    /** Sets the zone hours, days, months and years follow; UTC unless said otherwise. */
    public SeriesBuilder<E> zone(ZoneId newZone) {
        settings.zone = newZone;
        return this;
    }

    /**
     * Lets hours, days and months of rollups follow the zone of an entity whose key is made of parts that address one
     * series: the zone of a site. Its component holds the text of a {@link ZoneHistory}, a zone alone in most cases; where
     * there is none, rows follow UTC. The events keep their keys.
     */
    public SeriesBuilder<E> zoneFrom(Entity<?> entity, String component) {
        settings.zoneFrom = new ZoneSource(entity, component);
        return this;
    }

    /** Opens an epoch: events with a clock from {@code since} on have other keys. Nothing stored is rewritten for it. */
    public SeriesBuilder<E> since(Instant since, String partitionTemplate, String sortTemplate) {
        settings.epochs.add(new SeriesSettings.Epoch(since, null, partitionTemplate, sortTemplate));
        return this;
    }

    /** Opens an epoch: events with a clock from {@code since} on are in other partitions. */
    public SeriesBuilder<E> since(Instant since, String partitionTemplate) {
        settings.epochs.add(new SeriesSettings.Epoch(since, null, partitionTemplate, null));
        return this;
    }

    /** Opens an epoch: the buckets of events with a clock from {@code since} on follow another zone. */
    public SeriesBuilder<E> since(Instant since, ZoneId newZone) {
        settings.epochs.add(new SeriesSettings.Epoch(since, newZone, null, null));
        return this;
    }

    /** Says how the record is stored: attribute names, forms of instants and enums. */
    public SeriesBuilder<E> options(RecordOptions newOptions) {
        settings.options = newOptions;
        return this;
    }

    /** Lets this lookup see the record: for modules that open no package. */
    public SeriesBuilder<E> lookup(MethodHandles.Lookup newLookup) {
        settings.lookup = newLookup;
        return this;
    }

    /** Lets events expire this long after their clock; for ever unless said otherwise. */
    public SeriesBuilder<E> keep(Duration duration) {
        return keep(duration, TtlStart.EVENT_TIME);
    }

    public SeriesBuilder<E> keep(Duration duration, TtlStart from) {
        settings.keep = positive("keep", duration);
        settings.ttlBase = from;
        return this;
    }

    /** Refuses events whose clock is further ahead than this; a day unless said otherwise. */
    public SeriesBuilder<E> maxFuture(Duration duration) {
        settings.maxFuture = Durations.check("series.duration", "maxFuture", duration);
        return this;
    }

    /** Refuses events whose clock is further behind than this; no limit unless said otherwise. */
    public SeriesBuilder<E> maxLate(Duration duration) {
        settings.maxLate = positive("maxLate", duration);
        return this;
    }

    /** Sets how far back the latest event is looked for where time cuts partitions; {@link #keep} unless said otherwise. */
    public SeriesBuilder<E> lookBack(Duration duration) {
        settings.lookBack = positive("lookBack", duration);
        return this;
    }

    /** Says what becomes of an event whose key is taken; it is refused unless said otherwise. */
    public SeriesBuilder<E> onConflict(ConflictPolicy rule) {
        settings.conflicts = rule;
        return this;
    }

    /** Takes the series for rows, one for each bucket that its keys hold: {@code AGG#{at:hour}}. */
    public SeriesBuilder<E> rows() {
        settings.rows = true;
        return this;
    }

    /** Keeps no list of the identities there are. */
    public SeriesBuilder<E> withoutCatalogue() {
        settings.catalogued = false;
        return this;
    }

    /** Puts every event in an index too, ordered by the clock; an event that lacks a part of the key is left out. */
    public SeriesBuilder<E> index(String indexName, String partitionTemplate, String sortTemplate) {
        settings.indexes.add(new EventIndex.Declared(indexName, partitionTemplate, sortTemplate, null, false));
        return this;
    }

    /** Puts the events in an index that have this component, and not as false: all anomalies of a day. */
    public SeriesBuilder<E> sparseIndex(
            String indexName, String onlyWith, String partitionTemplate, String sortTemplate) {
        settings.indexes.add(new EventIndex.Declared(indexName, partitionTemplate, sortTemplate, onlyWith, false));
        return this;
    }

    /**
     * Writes the keys of an index that other kinds of items may share: everything of a site, by the day. Only the table
     * itself can be asked for it, because an answer mixes what shares the keys.
     */
    public SeriesBuilder<E> sharedIndex(String indexName, String partitionTemplate, String sortTemplate) {
        settings.indexes.add(new EventIndex.Declared(indexName, partitionTemplate, sortTemplate, null, true));
        return this;
    }

    /** Keeps rows of what the events of each hour, day or month come to, as this says. */
    public SeriesBuilder<E> rollUp(Rollup declared) {
        settings.rollup = declared;
        return this;
    }

    /** Gives the series a current record, as this says; what is declared so far stays. */
    public <C extends Record> TrackedSeriesBuilder<E, C> current(Current<C> current) {
        return new TrackedSeriesBuilder<>(this, current);
    }

    /** Returns the series, or refuses the declaration with a message that says what to change. */
    public Series<E> build() {
        return new Series<>(new SeriesDefinition<>(settings));
    }

    private static Duration positive(String what, Duration duration) {
        if (duration != null && (duration.isZero() || duration.isNegative())) {
            throw new Rejected(
                    "series.duration",
                    "%s is %s; it must be longer than nothing. Leave it out for no limit".formatted(what, duration));
        }
        return Durations.check("series.duration", what, duration);
    }
}
