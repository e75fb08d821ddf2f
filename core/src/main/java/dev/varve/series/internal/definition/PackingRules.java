package dev.varve.series.internal.definition;

import dev.varve.error.Rejected;
import dev.varve.item.RecordMapping;
import dev.varve.item.ValueType;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.Tick;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.key.internal.SortType;
import dev.varve.series.TtlStart;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

/** Checks the declaration of a packed series. */
final class PackingRules {

    /** Shorter blocks would have few events each; items are then as cheap. */
    private static final Duration MIN_SPAN = Duration.ofMinutes(1);

    private static final Duration MAX_SPAN = Duration.ofDays(1);

    /** The instants that nanoseconds in a long can tell, in whole centuries. */
    private static final Instant MIN_SINCE = Instant.parse("1700-01-01T00:00:00Z");

    private static final Instant MAX_SINCE = Instant.parse("2200-01-01T00:00:00Z");

    private static final Set<ValueType> SUPPORTED =
            EnumSet.of(ValueType.NUMBER, ValueType.BOOL, ValueType.TEXT, ValueType.MAP);

    private PackingRules() {}

    /** Refuses a declaration whose events cannot be packed. */
    static void check(SeriesSettings<?> declared, SeriesLayout layout, RecordMapping<?> mapping) {
        Duration span = declared.packed;
        if (span == null) {
            return;
        }
        if (span.compareTo(MIN_SPAN) < 0 || span.compareTo(MAX_SPAN) > 0 || MAX_SPAN.toNanos() % span.toNanos() != 0) {
            throw refused(
                    declared,
                    "series.packed-span",
                    "has blocks of %s; a block covers %s to %s, and a day holds a whole number of them"
                            .formatted(span, MIN_SPAN, MAX_SPAN));
        }
        checkSince(declared, span);
        if (!layout.eventParts().isEmpty()) {
            throw refused(
                    declared,
                    "series.packed-event-parts",
                    "has %s after the clock in its keys, but a block holds one event for each clock: leave them out of the"
                                    .formatted(layout.eventParts())
                            + " sort template, or leave packed() out");
        }
        if (layout.isSharded()) {
            throw refused(
                    declared,
                    "series.packed-shards",
                    "has shards, which a packed series does not need: its writes are spread over few items. Leave"
                            + " {shard:…} out");
        }
        if (layout.sortType() != SortType.TEXT || declared.rows) {
            throw refused(
                    declared,
                    "series.packed-sort",
                    "needs the clock as a text in its sort template, such as READING#{%s}".formatted(layout.clock()));
        }
        if (!declared.indexes.isEmpty()) {
            throw refused(
                    declared,
                    "series.packed-index",
                    "is in index %s, but packed events are not items and have no index keys: leave the index or packed()"
                                    .formatted(declared.indexes.get(0).name())
                            + " out");
        }
        if (declared.keep != null && declared.ttlBase == TtlStart.ARRIVAL) {
            throw refused(
                    declared,
                    "series.packed-arrival",
                    "keeps its events from their arrival, which packed events do not record: use keep(duration)");
        }
        for (MappedComponent<?> component : MappingAccess.instance().components(mapping)) {
            ValueType type = component.valueType().orElse(null);
            // Components with a converter of their own are checked with each event.
            if (type != null && !SUPPORTED.contains(type)) {
                throw refused(
                        declared,
                        "series.packed-component",
                        "has component %s, stored as %s; packed events hold numbers, booleans, texts and maps of these"
                                .formatted(component.name(), type));
            }
        }
    }

    private static void checkSince(SeriesSettings<?> declared, Duration span) {
        Instant since = declared.packedSince;
        if (since == null) {
            return;
        }
        if (since.isBefore(MIN_SINCE) || !since.isBefore(MAX_SINCE)) {
            throw refused(
                    declared,
                    "series.packed-since",
                    "is packed since %s; the instant must be from %s to before %s"
                            .formatted(since, MIN_SINCE, MAX_SINCE));
        }
        if (since.getNano() != 0 || since.getEpochSecond() % span.toSeconds() != 0) {
            throw refused(
                    declared,
                    "series.packed-since",
                    "is packed since %s, which is inside of a block of %s: choose the start of a block, such as midnight in UTC"
                            .formatted(Tick.NANOS.text(since), span));
        }
    }

    private static Rejected refused(SeriesSettings<?> declared, String code, String why) {
        return new Rejected(code, "packed series %s %s".formatted(declared.name, why));
    }
}
