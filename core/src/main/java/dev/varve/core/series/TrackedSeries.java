package dev.varve.core.series;

import dev.varve.core.schema.IndexKeys;
import dev.varve.core.schema.Placement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The declaration of a series with a current record: the newest state, besides the events that led to it. */
public final class TrackedSeries<E extends Record, C extends Record> extends Series<E> {

    private final CurrentForm<C> current;

    TrackedSeries(SeriesForm<E> events, CurrentForm<C> current) {
        super(events);
        this.current = current;
    }

    @Override
    public CurrentMode currentMode() {
        return current.declared.mode();
    }

    public Class<C> currentType() {
        return current.declared.type();
    }

    CurrentForm<C> current() {
        return current;
    }

    @Override
    public List<Placement> placements() {
        List<Placement> placements = new ArrayList<>(super.placements());
        placements.add(new Placement(
                "current",
                current.declared.table(),
                current.layout,
                current.indexes.stream().map(IndexKeys::entry).toList(),
                attributes(current.mapping.components()),
                null));
        return placements;
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>(super.facts());
        facts.put(
                "current",
                String.join(" / ", current.layout.partitions()) + " / " + String.join(" / ", current.layout.sorts()));
        return facts;
    }

    @Override
    public Map<String, @Nullable Object> definition() {
        Map<String, @Nullable Object> definition = new LinkedHashMap<>(super.definition());
        current.declared.definition().forEach((name, value) -> definition.put("current " + name, value));
        return definition;
    }

    @Override
    public String describe() {
        return super.describe() + "\n" + Description.of(current);
    }
}
