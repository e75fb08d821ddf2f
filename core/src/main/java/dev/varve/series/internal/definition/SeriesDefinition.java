package dev.varve.series.internal.definition;

import dev.varve.error.Rejected;
import dev.varve.item.RecordMapping;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.PartType;
import dev.varve.key.Tick;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.key.internal.SeriesLayoutBuilder;
import dev.varve.key.internal.SortType;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.rollup.internal.definition.EventDescription;
import dev.varve.rollup.internal.definition.IdentityZones;
import dev.varve.schema.internal.KeyComponents;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.TtlStart;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The compiled declaration of a series: how its events are stored, and the limits of their clocks. */
public final class SeriesDefinition<E extends Record> {

    /** The number of partitions of a catalogue. */
    private static final int CATALOGUE_SHARDS = 16;

    public final String name;
    public final RecordMapping<E> mapping;
    public final MappedComponent<E> clock;
    public final SeriesLayout layout;
    public final KeyComponents identity;
    public final KeyComponents parts;
    public final List<EventIndex> indexes;
    public final @Nullable EntityLayout catalogue;
    public final @Nullable Duration keep;
    public final TtlStart ttlBase;
    public final ClockRules clockRules;
    public final @Nullable Duration lookBack;
    public final ConflictPolicy conflicts;
    public final @Nullable CompiledRollup rollup;
    public final @Nullable ZoneSource zoneFrom;

    /** The time that a block covers, or null for a series that is not packed. */
    public final @Nullable Duration packed;

    /** The clock from which on events are packed; null if all are, or none. Earlier events are items. */
    public final @Nullable Instant packedSince;

    public final Map<String, @Nullable Object> settings;

    /** Whether the clock is stored in the form that its tick gives it, and not in one of the application's. */
    public final boolean hasPlainClock;

    public SeriesDefinition(SeriesSettings<E> declared) {
        name = declared.name;
        RecordMapping<E> plain = RecordMapping.of(declared.type, declared.options, declared.lookup);
        String clockName = clockName(declared, plain);
        Map<String, PartType> types = new HashMap<>(KeyComponents.types(plain));
        types.remove(clockName);
        SeriesLayoutBuilder keys = Layout.series(clockName).tick(declared.tick).parts(types);
        layout = layout(declared, keys);
        requireFineSort(declared, layout);
        mapping = declared.options.hasForm(clockName)
                ? plain
                : RecordMapping.of(
                        declared.type,
                        declared.options.convert(clockName, new StoredClock(clockTick())),
                        declared.lookup);
        hasPlainClock = !declared.options.hasForm(clockName);
        clock = MappingAccess.instance().component(mapping, clockName);
        identity = new KeyComponents(mapping, layout.identity());
        parts = new KeyComponents(mapping, layout.parts());
        indexes = declared.indexes.stream()
                .map(index -> EventIndex.of(
                        index,
                        mapping,
                        Layout.series(clockName)
                                .tick(declared.tick)
                                .zone(declared.zone)
                                .parts(types)
                                .keys(index.partition(), index.sort())
                                .build()))
                .toList();
        catalogue = declared.catalogued
                        && layout.sortType() == SortType.TEXT
                        && !layout.identity().isEmpty()
                ? catalogue(name, layout.identity(), types)
                : null;
        PackingRules.check(declared, layout, mapping);
        packed = declared.packed;
        packedSince = declared.packedSince;
        keep = declared.keep;
        ttlBase = declared.ttlBase;
        zoneFrom = declared.zoneFrom;
        if (zoneFrom != null) {
            zoneFrom.check(declared, layout, types);
        }
        rollup = declared.rollup == null ? null : rollup(declared, declared.rollup, types);
        clockRules = new ClockRules(declared, layout.tick(), rollup == null ? declared.maxLate : rollup.maxLate());
        lookBack = declared.lookBack == null ? declared.keep : declared.lookBack;
        conflicts = declared.conflicts;
        settings = declared.definition();
        settings.put("clock", clockName);
    }

    private CompiledRollup rollup(SeriesSettings<E> declared, Rollup rolled, Map<String, PartType> types) {
        if (catalogue == null) {
            throw new Rejected(
                    "rollup.no-catalogue",
                    "series %s has a rollup but no catalogue, so its identities are not known: declare it without"
                                    .formatted(name)
                            + " withoutCatalogue(), with a text sort key and with parts in its key. If events are stored"
                            + " already, declare a new series under another name with named(…), in a new table");
        }
        // Counted from arrival, an event may expire up to maxFuture earlier, because its clock may be ahead.
        Duration kept = keep != null && ttlBase == TtlStart.ARRIVAL ? keep.minus(declared.maxFuture) : keep;
        IdentityZones zones = zoneFrom == null ? null : new IdentityZones(zoneFrom.source(), null);
        return new CompiledRollup(
                rolled,
                new EventDescription(name, layout, mapping, types, kept, declared.maxLate, zones, packed != null));
    }

    /** Returns the tick of the clock attribute: nanoseconds if events of one tick can have different keys. */
    Tick clockTick() {
        return layout.keepsExactClock() ? Tick.NANOS : layout.tick();
    }

    /** Returns an index of the events; refuses an unknown name. */
    public EventIndex index(String indexName) {
        return indexes.stream()
                .filter(index -> index.name().equals(indexName))
                .findFirst()
                .orElseThrow(() -> new Rejected(
                        "series.index-unknown",
                        "events of series %s have no index %s; their indexes are %s"
                                .formatted(
                                        name,
                                        indexName,
                                        indexes.stream().map(EventIndex::name).toList())));
    }

    private static String clockName(SeriesSettings<?> declared, RecordMapping<?> mapping) {
        List<String> instants = MappingAccess.instance().components(mapping).stream()
                .filter(component -> component.javaType() == Instant.class && component.isRequired())
                .<String>map(MappedComponent::name)
                .toList();
        String record = declared.type.getSimpleName();
        if (declared.clock == null) {
            if (instants.isEmpty()) {
                throw new Rejected(
                        "series.clock-missing",
                        "record %s has no required component of type Instant, and series %s needs one as its clock: add one"
                                .formatted(record, declared.name));
            }
            if (instants.size() > 1) {
                throw new Rejected(
                        "series.clock-ambiguous",
                        "record %s has %s components of type Instant, %s: name the clock of series %s with clock(…)"
                                .formatted(record, instants.size(), instants, declared.name));
            }
            return instants.get(0);
        }
        if (!instants.contains(declared.clock)) {
            throw new Rejected(
                    "series.clock-unknown",
                    "the clock of series %s is %s, which is not a required component of type Instant of record %s; there are %s"
                            .formatted(declared.name, declared.clock, record, instants));
        }
        return declared.clock;
    }

    private static SeriesLayout layout(SeriesSettings<?> declared, SeriesLayoutBuilder keys) {
        if (declared.partition == null) {
            throw new Rejected(
                    "series.no-partition",
                    "series %s has no partition template: give one with partition(\"…\")".formatted(declared.name));
        }
        keys.zone(declared.zone);
        if (declared.sort == null) {
            keys.keys(declared.partition);
        } else {
            keys.keys(declared.partition, declared.sort);
        }
        for (SeriesSettings.Epoch epoch : declared.epochs) {
            if (epoch.zone() != null) {
                keys.since(epoch.since(), epoch.zone());
            } else if (epoch.partition() != null && epoch.sort() != null) {
                keys.since(epoch.since(), epoch.partition(), epoch.sort());
            } else if (epoch.partition() != null) {
                keys.since(epoch.since(), epoch.partition());
            }
        }
        return keys.build();
    }

    private static void requireFineSort(SeriesSettings<?> declared, SeriesLayout layout) {
        if (!declared.rows && layout.rowGrain().isPresent()) {
            throw new Rejected(
                    "series.sort-too-coarse",
                    "the keys of series %s hold the clock only to the %s, so events of one %s would share a key: write {%s}"
                                    .formatted(
                                            declared.name,
                                            layout.rowGrain().get().word(),
                                            layout.rowGrain().get().word(),
                                            layout.clock())
                            + " into the sort template, or declare rows() if there is one row for each");
        }
    }

    private static EntityLayout catalogue(String name, List<String> identity, Map<String, PartType> types) {
        return Layout.entity(
                "CATALOG#" + name + "#{shard:" + CATALOGUE_SHARDS + "}",
                "ID#"
                        + String.join(
                                "#",
                                identity.stream().map(part -> "{" + part + "}").toList()),
                types);
    }
}
