package dev.varve.series.internal.definition;

import dev.varve.item.RecordOptions;
import dev.varve.key.Tick;
import dev.varve.rollup.Rollup;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.TtlStart;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The mutable settings that {@link SeriesBuilder} collects; public fields, because only the compiled definition reads them. */
public final class SeriesSettings<E extends Record> {

    /** The templates and zone from an instant on; null means the value of the epoch before. */
    public record Epoch(
            Instant since,
            @Nullable ZoneId zone,
            @Nullable String partition,
            @Nullable String sort) {}

    public final Class<E> type;
    public String name;

    public @Nullable String clock;

    public @Nullable String partition;

    public @Nullable String sort;

    public Tick tick = Tick.MILLIS;
    public ZoneId zone = ZoneOffset.UTC;
    public RecordOptions options = RecordOptions.defaults();
    public MethodHandles.Lookup lookup = MethodHandles.lookup();
    public final List<Epoch> epochs = new ArrayList<>();
    public final List<EventIndex.Declared> indexes = new ArrayList<>();

    public @Nullable Duration keep;

    public TtlStart ttlBase = TtlStart.EVENT_TIME;
    public Duration maxFuture = Duration.ofDays(1);

    public @Nullable Duration maxLate;

    public @Nullable Duration lookBack;

    public ConflictPolicy conflicts = ConflictPolicy.REFUSE;
    public boolean exactClock;
    public boolean rows;
    public boolean catalogued = true;

    public @Nullable Rollup rollup;

    public @Nullable ZoneSource zoneFrom;

    public SeriesSettings(Class<E> type) {
        this.type = type;
        this.name = type.getSimpleName();
    }

    /** Returns all settings by name. */
    public Map<String, @Nullable Object> definition() {
        Map<String, @Nullable Object> definition = new LinkedHashMap<>();
        definition.put("record", type);
        definition.put("partition", partition);
        definition.put("sort", sort);
        definition.put("tick", tick);
        definition.put("exactClock", exactClock);
        definition.put("zone", zone);
        definition.put("zoneFrom", zoneFrom == null ? null : zoneFrom.source());
        definition.put("epochs", List.copyOf(epochs));
        definition.put("options", options);
        definition.put("keep", keep);
        definition.put("keep from", ttlBase);
        definition.put("maxFuture", maxFuture);
        definition.put("maxLate", maxLate);
        definition.put("lookBack", lookBack);
        definition.put("onConflict", conflicts);
        definition.put("rows", rows);
        definition.put("catalogue", catalogued);
        definition.put("indexes", List.copyOf(indexes));
        if (rollup != null) {
            rollup.definition().forEach((name, value) -> definition.put("rollup " + name, value));
        }
        return definition;
    }
}
