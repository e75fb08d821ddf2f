package dev.varve.rollup.internal;

import dev.varve.item.RecordMapping;
import dev.varve.key.PartType;
import dev.varve.key.ZoneHistory;
import dev.varve.key.internal.SeriesLayout;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The events a rollup is declared on.
 *
 * @param series what people call them
 * @param types the components that can be parts of a key
 * @param keep how long each event is kept from its clock on at the least, or null for ever
 * @param maxLate how far behind an event's clock may be, or null where nobody said
 * @param zones where the zones of rows come from, or null for those of the layout
 */
public record EventDescription(
        String series,
        SeriesLayout layout,
        RecordMapping<?> mapping,
        Map<String, PartType> types,
        @Nullable Duration keep,
        @Nullable Duration maxLate,
        @Nullable IdentityZones zones) {

    /** Returns the same events, of those whose rows follow these zones. */
    EventDescription in(ZoneHistory followed) {
        IdentityZones from = Objects.requireNonNull(zones);
        return new EventDescription(
                series, layout, mapping, types, keep, maxLate, new IdentityZones(from.source(), followed));
    }
}
