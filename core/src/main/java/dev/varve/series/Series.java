package dev.varve.series;

import dev.varve.error.Rejected;
import dev.varve.item.RecordMapping;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.schema.Declaration;
import dev.varve.schema.internal.Placement;
import dev.varve.schema.internal.Placements;
import dev.varve.series.internal.definition.EventIndex;
import dev.varve.series.internal.definition.KeyChangeAdvice;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.definition.SeriesDescription;
import dev.varve.table.Key;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a series: records with a clock, and the keys that they are stored under. Immutable and validated.
 */
public sealed class Series<E extends Record> implements Declaration permits TrackedSeries {

    static {
        Placements.register(Series.class, declaration -> ((Series<?>) declaration).placements());
    }

    private static final String PACKED = "packed";

    private final SeriesDefinition<E> definition;

    Series(SeriesDefinition<E> definition) {
        this.definition = definition;
    }

    /** Starts the declaration of a series of these records. */
    public static <E extends Record> SeriesBuilder<E> of(Class<E> type) {
        return new SeriesBuilder<>(type);
    }

    @Override
    public String name() {
        return definition.name;
    }

    public Class<E> type() {
        return definition.mapping.type();
    }

    /** Returns how an event is stored, component by component. */
    public RecordMapping<E> mapping() {
        return definition.mapping;
    }

    /** Returns the keys of the events. */
    SeriesLayout layout() {
        return definition.layout;
    }

    public CurrentMode currentMode() {
        return CurrentMode.NONE;
    }

    /** Returns the identity of one series, from plain values in the order in which the key templates name them. */
    public Parts key(Object... identity) {
        return definition.identity.of(identity);
    }

    /** Returns the identity that an event belongs to. */
    public Parts keyOf(E event) {
        return definition.identity.require(definition.mapping.toItem(event));
    }

    /**
     * Returns the primary key of the item that stores an event.
     *
     * @param parts all values of the key templates except the clock, such as {@link #keyOf} returns them
     */
    public Key itemKey(Parts parts, Instant clock) {
        return LayoutKeys.key(definition.layout.write(parts, clock));
    }

    SeriesDefinition<E> form() {
        return definition;
    }

    List<Placement> placements() {
        List<Placement> placements = new ArrayList<>();
        placements.add(new Placement(
                "events",
                null,
                definition.layout,
                definition.indexes.stream().map(EventIndex::entry).toList(),
                attributes(MappingAccess.instance().components(definition.mapping)),
                definition.keep));
        if (definition.catalogue != null) {
            placements.add(new Placement("catalogue", null, definition.catalogue, List.of(), Map.of(), null));
        }
        if (definition.rollup != null) {
            placements.addAll(definition.rollup.placements());
        }
        return placements;
    }

    static Map<String, String> attributes(List<? extends MappedComponent<?>> components) {
        return components.stream().collect(Collectors.toMap(MappedComponent::name, MappedComponent::attribute));
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("clock", definition.clock.name() + " in " + definition.clock.attribute());
        facts.put("tick", definition.layout.tick().name());
        facts.put("catalogue", definition.catalogue == null ? "none" : "kept");
        if (definition.packed != null) {
            facts.put(
                    PACKED,
                    "blocks of " + definition.packed
                            + (definition.packedSince == null
                                    ? ""
                                    : " since " + Tick.SECONDS.text(definition.packedSince)));
        }
        List<String> epochs = definition.layout.epochTexts();
        for (int i = 0; i < epochs.size(); i++) {
            facts.put("epoch " + i, epochs.get(i));
        }
        if (definition.rollup != null) {
            facts.putAll(definition.rollup.facts());
        }
        return facts;
    }

    @Override
    public Map<String, @Nullable Object> definition() {
        return Collections.unmodifiableMap(definition.settings);
    }

    /**
     * Refuses a new epoch that begins before the latest possible event: such events may be stored under the previous
     * epoch.
     */
    @Override
    public void checkNewFacts(Set<String> names, Instant now) {
        Instant earliest = now.plus(definition.clockRules.maxFuture());
        if (names.contains(PACKED)) {
            checkPacked(earliest);
        }
        List<Instant> changes = definition.layout.changes();
        for (int i = 0; i < changes.size(); i++) {
            if (names.contains("epoch " + (i + 1)) && !changes.get(i).isAfter(earliest)) {
                throw new Rejected(
                        "series.epoch-not-ahead",
                        "series %s opens an epoch at %s, but events with a clock up to %s (now + maxFuture) may be stored under"
                                        .formatted(
                                                name(), Tick.SECONDS.text(changes.get(i)), Tick.SECONDS.text(earliest))
                                + " the epoch before: choose a later instant");
            }
        }
    }

    /** Refuses to pack events that may be stored as items already. */
    private void checkPacked(Instant earliest) {
        if (definition.packedSince == null) {
            throw new Rejected(
                    "series.packed-later",
                    "series %s stores its events as items already: pack the stored events with Varve.on(engine).packing(…), or"
                                    .formatted(name())
                            + " declare packedSince(…) with an instant after %s to pack only later ones"
                                    .formatted(Tick.SECONDS.text(earliest)));
        }
        if (!definition.packedSince.isAfter(earliest)) {
            throw new Rejected(
                    "series.packed-not-ahead",
                    "series %s is packed since %s, but events with a clock up to %s (now + maxFuture) may be stored as items:"
                                    .formatted(
                                            name(),
                                            Tick.SECONDS.text(definition.packedSince),
                                            Tick.SECONDS.text(earliest))
                            + " choose a later instant");
        }
    }

    @Override
    public Optional<String> remedy(String fact, String before) {
        boolean isPackedSince = fact.equals(PACKED) && before.equals(facts().get(PACKED) + " since " + since(before));
        return isPackedSince
                ? Optional.of("To pack the events from before that instant as well, run Varve.on(engine).packing(…)")
                : KeyChangeAdvice.remedy(definition, fact, before);
    }

    private static String since(String packed) {
        return packed.substring(packed.lastIndexOf(' ') + 1);
    }

    @Override
    public String describe() {
        return SeriesDescription.of(definition);
    }

    @Override
    public String toString() {
        return "series " + name();
    }
}
