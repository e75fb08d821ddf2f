package dev.varve.series;

import dev.varve.error.Rejected;
import dev.varve.item.RecordMapping;
import dev.varve.item.internal.MappedComponent;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.schema.Declaration;
import dev.varve.schema.internal.Placement;
import dev.varve.series.internal.EventIndex;
import dev.varve.series.internal.KeyChangeAdvice;
import dev.varve.series.internal.SeriesDefinition;
import dev.varve.series.internal.SeriesDescription;
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

/** The declaration of a series: records with a clock, and the keys they are stored under. Immutable, and checked. */
public sealed class Series<E extends Record> implements Declaration permits TrackedSeries {

    private final SeriesDefinition<E> form;

    Series(SeriesDefinition<E> form) {
        this.form = form;
    }

    /** Begins the declaration of a series of these records. */
    public static <E extends Record> SeriesBuilder<E> of(Class<E> type) {
        return new SeriesBuilder<>(type);
    }

    @Override
    public String name() {
        return form.name;
    }

    public Class<E> type() {
        return form.mapping.type();
    }

    /** Returns how an event is stored, component by component. */
    public RecordMapping<E> mapping() {
        return form.mapping;
    }

    /** Returns the keys of the events. */
    public SeriesLayout layout() {
        return form.layout;
    }

    public CurrentMode currentMode() {
        return CurrentMode.NONE;
    }

    /** Returns what addresses one series, from plain values in the order in which the key templates name them. */
    public Parts key(Object... identity) {
        return form.identity.of(identity);
    }

    /** Returns what addresses the series an event belongs to. */
    public Parts keyOf(E event) {
        return form.identity.require(form.mapping.toItem(event));
    }

    SeriesDefinition<E> form() {
        return form;
    }

    @Override
    public List<Placement> placements() {
        List<Placement> placements = new ArrayList<>();
        placements.add(new Placement(
                "events",
                null,
                form.layout,
                form.indexes.stream().map(EventIndex::entry).toList(),
                attributes(form.mapping.components()),
                form.keep));
        if (form.catalogue != null) {
            placements.add(new Placement("catalogue", null, form.catalogue, List.of(), Map.of(), null));
        }
        if (form.rollup != null) {
            placements.addAll(form.rollup.placements());
        }
        return placements;
    }

    static Map<String, String> attributes(List<? extends MappedComponent<?>> components) {
        return components.stream().collect(Collectors.toMap(MappedComponent::name, MappedComponent::attribute));
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("clock", form.clock.name() + " in " + form.clock.attribute());
        facts.put("tick", form.layout.tick().name());
        facts.put("catalogue", form.catalogue == null ? "none" : "kept");
        List<String> epochs = form.layout.epochTexts();
        for (int i = 0; i < epochs.size(); i++) {
            facts.put("epoch " + i, epochs.get(i));
        }
        if (form.rollup != null) {
            facts.putAll(form.rollup.facts());
        }
        return facts;
    }

    @Override
    public Map<String, @Nullable Object> definition() {
        return Collections.unmodifiableMap(form.definition);
    }

    /** A new epoch must lie ahead of every event there can be: older ones were written by the epoch before. */
    @Override
    public void checkNewFacts(Set<String> names, Instant now) {
        Instant earliest = now.plus(form.clockRules.maxFuture());
        List<Instant> changes = form.layout.changes();
        for (int i = 0; i < changes.size(); i++) {
            if (names.contains("epoch " + (i + 1)) && !changes.get(i).isAfter(earliest)) {
                throw new Rejected(
                        "series.epoch-not-ahead",
                        "series %s opens an epoch at %s, but events with a clock up to %s may have been stored by the one"
                                        .formatted(
                                                name(), Tick.SECONDS.text(changes.get(i)), Tick.SECONDS.text(earliest))
                                + " before (now + maxFuture): choose a later instant");
            }
        }
    }

    @Override
    public Optional<String> remedy(String fact, String before) {
        return KeyChangeAdvice.remedy(form, fact, before);
    }

    @Override
    public String describe() {
        return SeriesDescription.of(form);
    }

    @Override
    public String toString() {
        return "series " + name();
    }
}
