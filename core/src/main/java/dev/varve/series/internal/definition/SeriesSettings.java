package dev.varve.series.internal.definition;

import dev.varve.key.Tick;
import dev.varve.rollup.Rollup;
import dev.varve.schema.internal.DeclarationSettings;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.TtlStart;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The mutable settings that {@link SeriesBuilder} collects; public fields, because only the compiled definition reads them. */
public final class SeriesSettings<E extends Record> extends DeclarationSettings<E> {

    /** The templates and zone from an instant on; null means the value of the epoch before. */
    public record Epoch(
            Instant since,
            @Nullable ZoneId zone,
            @Nullable String partition,
            @Nullable String sort) {}

    public @Nullable String clock;

    public Tick tick = Tick.MILLIS;
    public ZoneId zone = ZoneOffset.UTC;
    public final List<Epoch> epochs = new ArrayList<>();
    public final List<EventIndex.Declared> indexes = new ArrayList<>();

    public TtlStart ttlBase = TtlStart.EVENT_TIME;
    public Duration maxFuture = Duration.ofDays(1);

    public @Nullable Duration maxLate;

    public @Nullable Duration lookBack;

    public ConflictPolicy conflicts = ConflictPolicy.REFUSE;
    public boolean exactClock;
    public boolean rows;
    public boolean catalogued = true;

    /** The time that a block covers, or null for a series that is not packed. */
    public @Nullable Duration packed;

    /** The clock from which on events are packed, or null if all are. */
    public @Nullable Instant packedSince;

    public @Nullable Rollup rollup;

    public @Nullable ZoneSource zoneFrom;

    public SeriesSettings(Class<E> type) {
        super(type);
    }

    @Override
    public Map<String, @Nullable Object> definition() {
        Map<String, @Nullable Object> definition = super.definition();
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
        definition.put("packed", packed);
        definition.put("packedSince", packedSince);
        definition.put("indexes", List.copyOf(indexes));
        if (rollup != null) {
            rollup.definition().forEach((name, value) -> definition.put("rollup " + name, value));
        }
        return definition;
    }
}
