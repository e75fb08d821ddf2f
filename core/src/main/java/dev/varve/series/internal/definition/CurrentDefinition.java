package dev.varve.series.internal.definition;

import dev.varve.error.Rejected;
import dev.varve.item.RecordMapping;
import dev.varve.item.RecordOptions;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.schema.internal.IndexKeys;
import dev.varve.schema.internal.KeyComponents;
import dev.varve.series.Current;
import dev.varve.series.CurrentMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The declaration of a series' current record, compiled and checked against the events. */
public final class CurrentDefinition<C extends Record> {

    public final Current<C> declared;
    public final RecordMapping<C> mapping;
    public final EntityLayout layout;
    /** The names of the components that appends write: those that the events have too. */
    public final Set<String> appended;
    /** The names of the components that only the current record has, without the creation stamp. */
    public final Set<String> enrichment;

    public final @Nullable MappedComponent<C> createdAt;
    public final List<IndexKeys> indexes;

    public CurrentDefinition(SeriesDefinition<?> events, Current<C> declared) {
        this.declared = declared;
        RecordOptions options = declared.options();
        boolean hasClock = names(RecordMapping.of(declared.type(), options, declared.lookup()))
                .contains(events.clock.name());
        mapping = RecordMapping.of(
                declared.type(),
                hasClock && !options.hasForm(events.clock.name())
                        ? options.convert(events.clock.name(), new StoredClock(events.clockTick()))
                        : options,
                declared.lookup());
        appended = new LinkedHashSet<>(names(mapping));
        appended.retainAll(names(events.mapping));
        enrichment = new LinkedHashSet<>(names(mapping));
        enrichment.removeAll(appended);
        createdAt = declared.createdAt() == null ? null : stamp(events, declared.createdAt());
        if (createdAt != null) {
            enrichment.remove(createdAt.name());
        }
        layout = layout(events);
        indexes = declared.indexes().stream()
                .map(index -> new IndexKeys(index.name(), index.partition(), index.sort(), mapping))
                .toList();
        requireParts(events);
        requireSameStorage(events);
        requireLatePolicyFits(events);
        requireNewestCanBeFound(events);
        indexes.forEach(index -> requireDerivable(events, index));
    }

    /** Returns an index of current records; refuses an unknown name. */
    public IndexKeys index(String indexName) {
        return indexes.stream()
                .filter(index -> index.name().equals(indexName))
                .findFirst()
                .orElseThrow(() -> new Rejected(
                        "series.index-unknown",
                        "current records of type %s have no index %s; their indexes are %s"
                                .formatted(
                                        record(),
                                        indexName,
                                        indexes.stream().map(IndexKeys::name).toList())));
    }

    private static Set<String> names(RecordMapping<?> mapping) {
        return MappingAccess.instance().components(mapping).stream()
                .map(MappedComponent::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private String record() {
        return declared.type().getSimpleName();
    }

    private MappedComponent<C> stamp(SeriesDefinition<?> events, String name) {
        MappedComponent<C> component = MappingAccess.instance().component(mapping, name);
        if (component.javaType() != Instant.class || appended.contains(name)) {
            throw new Rejected(
                    "series.created-at",
                    "createdAt of series %s is %s; it must be a component of type Instant that only %s has, not the events"
                            .formatted(events.name, name, record()));
        }
        return component;
    }

    private EntityLayout layout(SeriesDefinition<?> events) {
        if (declared.partition() == null) {
            throw new Rejected(
                    "series.current-keys",
                    "the current record of series %s has no key templates: give them with Current.keys(…)"
                            .formatted(events.name));
        }
        var types = new LinkedHashMap<>(KeyComponents.types(events.mapping));
        types.keySet().retainAll(events.identity.names());
        EntityLayout keys = declared.sort() == null
                ? Layout.entity(declared.partition(), types)
                : Layout.entity(declared.partition(), declared.sort(), types);
        List<String> missing = new ArrayList<>(events.identity.names());
        missing.removeAll(keys.parts());
        if (!missing.isEmpty()) {
            throw new Rejected(
                    "series.current-key-lacks",
                    "the key of the current record of series %s lacks %s, so several series would share one record: write"
                                    .formatted(events.name, missing)
                            + " {%s} into it".formatted(missing.get(0)));
        }
        return keys;
    }

    private void requireParts(SeriesDefinition<?> events) {
        List<String> needed = new ArrayList<>(events.parts.names());
        needed.add(events.clock.name());
        for (String name : needed) {
            if (!appended.contains(name)) {
                throw new Rejected(
                        "series.current-lacks",
                        "record %s, the current record of series %s, has no component %s, which is %s of the events:"
                                        .formatted(
                                                record(),
                                                events.name,
                                                name,
                                                name.equals(events.clock.name()) ? "the clock" : "part of the key")
                                + " add it");
            }
        }
    }

    /** Checks that shared components are stored alike, and that appends do not overwrite enrichment. */
    private void requireSameStorage(SeriesDefinition<?> events) {
        Map<String, String> written = new LinkedHashMap<>();
        for (MappedComponent<?> event : MappingAccess.instance().components(events.mapping)) {
            written.put(event.attribute(), event.name());
            if (!appended.contains(event.name())) {
                continue;
            }
            MappedComponent<C> own = MappingAccess.instance().component(mapping, event.name());
            if (!own.attribute().equals(event.attribute()) || !own.valueType().equals(event.valueType())) {
                throw new Rejected(
                        "series.current-differs",
                        "component %s is stored as %s in \"%s\" by the events of series %s, and as %s in \"%s\" by %s:"
                                        .formatted(
                                                event.name(),
                                                type(event),
                                                event.attribute(),
                                                events.name,
                                                type(own),
                                                own.attribute(),
                                                record())
                                + " declare it with the same type and the same options in both");
            }
        }
        for (MappedComponent<C> own : MappingAccess.instance().components(mapping)) {
            if (!appended.contains(own.name()) && written.containsKey(own.attribute())) {
                throw new Rejected(
                        "series.enrichment-overwritten",
                        "component %s of %s is stored in attribute \"%s\", which each append to series %s overwrites with %s:"
                                        .formatted(
                                                own.name(),
                                                record(),
                                                own.attribute(),
                                                events.name,
                                                written.get(own.attribute()))
                                + " rename the attribute");
            }
            if (enrichment.contains(own.name()) && own.isRequired()) {
                throw new Rejected(
                        "series.enrichment-required",
                        "component %s of %s is enrichment, so it is absent at first: declare it Optional or @Nullable"
                                .formatted(own.name(), record()));
            }
        }
    }

    private static String type(MappedComponent<?> component) {
        return component.valueType().map(Enum::name).orElse("any type");
    }

    private void requireLatePolicyFits(SeriesDefinition<?> events) {
        if (declared.late() == Current.LatePolicy.KEEP && declared.mode() != CurrentMode.TRANSACTIONAL) {
            throw new Rejected(
                    "series.late-needs-transactional",
                    "series %s declares keepLate(), but its current record is %s: such appends cannot tell which events are late,"
                                    .formatted(events.name, declared.mode())
                            + " and keep every event. Drop keepLate(), or use Current.transactional(…)");
        }
    }

    private void requireNewestCanBeFound(SeriesDefinition<?> events) {
        if (declared.mode() == CurrentMode.FED && events.layout.isBucketed() && events.lookBack == null) {
            throw new Rejected(
                    "series.fed-unbounded",
                    "the current record of series %s is fed from its newest event, which could be in any of its buckets: declare"
                                    .formatted(events.name)
                            + " how far back to look with lookBack(…), or how long events are kept with keep(…)");
        }
    }

    /**
     * Refuses an index key made of appended components and of enrichment: neither kind of write knows all of its parts.
     */
    private void requireDerivable(SeriesDefinition<?> events, IndexKeys index) {
        for (List<String> source : index.sources()) {
            Set<String> own = new LinkedHashSet<>(source);
            events.identity.names().forEach(own::remove);
            if (!appended.containsAll(own) && own.stream().anyMatch(appended::contains)) {
                throw new Rejected(
                        "series.index-not-derivable",
                        "a key of index %s is made of %s: some are written by append and some are enrichment, so"
                                        .formatted(index.name(), own)
                                + " neither write knows the whole key. Put one kind in the partition and the other in the sort key");
            }
        }
    }
}
