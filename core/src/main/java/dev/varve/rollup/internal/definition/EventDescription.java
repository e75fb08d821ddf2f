package dev.varve.rollup.internal.definition;

import dev.varve.item.RecordMapping;
import dev.varve.key.PartType;
import dev.varve.key.ZoneHistory;
import dev.varve.key.internal.SeriesLayout;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The events that a rollup summarises.
 *
 * @param series the name of the series
 * @param types the components that can be parts of a key
 * @param keep how long each event is kept at least, counted from its clock, or null for ever
 * @param maxLate how far behind now an event's clock may be, or null if not declared
 * @param zones the source of the rows' time zones, or null for those of the layout
 * @param isPacked whether events are stored in blocks
 */
public record EventDescription(
        String series,
        SeriesLayout layout,
        RecordMapping<?> mapping,
        Map<String, PartType> types,
        @Nullable Duration keep,
        @Nullable Duration maxLate,
        @Nullable IdentityZones zones,
        boolean isPacked) {

    /** Returns the same events for identities with these zones. */
    EventDescription in(ZoneHistory followed) {
        IdentityZones from = Objects.requireNonNull(zones);
        return new EventDescription(
                series, layout, mapping, types, keep, maxLate, new IdentityZones(from.source(), followed), isPacked);
    }
}
