package dev.varve.core.rollup;

import dev.varve.core.item.RecordMapping;
import dev.varve.core.key.PartType;
import dev.varve.core.key.SeriesLayout;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events a rollup is declared on.
 *
 * @param series what people call them
 * @param types the components that can be parts of a key
 * @param keep how long each event is kept from its clock on at the least, or null for ever
 * @param maxLate how far behind an event's clock may be, or null where nobody said
 */
public record EventShape(
        String series,
        SeriesLayout layout,
        RecordMapping<?> mapping,
        Map<String, PartType> types,
        @Nullable Duration keep,
        @Nullable Duration maxLate) {}
