package dev.varve.series.internal.read;

import dev.varve.error.Rejected;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.PackedSeries;
import dev.varve.table.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An open series as all its parts share it.
 *
 * @param table the table of the events
 * @param items converts events to items and back
 * @param catalogue the list of all identities, or null if the series keeps none
 */
public record StoredSeries<E extends Record>(
        OpenSchema open,
        SeriesDefinition<E> definition,
        Table table,
        EventItems<E> items,
        @Nullable Catalogue catalogue) {

    public static <E extends Record> StoredSeries<E> of(OpenSchema open, SeriesDefinition<E> definition, Table table) {
        return new StoredSeries<>(
                open, definition, table, new EventItems<>(definition, table.schema()), Catalogue.of(definition, table));
    }

    /** Opens a series whose events are packed: its table shows each of them as an item. */
    public static <E extends Record> StoredSeries<E> packed(
            OpenSchema open, SeriesDefinition<E> definition, Table table) {
        PackedSeries packed = PackedSeries.open(open, definition, table);
        return new StoredSeries<>(
                open,
                definition,
                packed.table(),
                new EventItems<>(definition, table.schema()),
                Catalogue.of(definition, table));
    }

    /** Returns the source of the histories of this series. */
    public HistorySource<E> history() {
        return HistorySource.of(definition, items, open, table);
    }

    /** Returns the latest clock that an event may have now. */
    public Instant maxClock() {
        return now().plus(definition.clockRules.maxFuture());
    }

    public Instant now() {
        return open.clock().instant();
    }

    /** Returns the catalogue; rejects a series that keeps none. */
    public Catalogue requireCatalogue() {
        if (catalogue == null) {
            throw new Rejected(
                    "series.no-catalogue",
                    "series %s keeps no catalogue, so its identities are not known: declare it without withoutCatalogue(), with a"
                                    .formatted(definition.name)
                            + " text sort key and a key with parts. If events are stored already, do so in a new table"
                            + " under another name, with named(…)");
        }
        return catalogue;
    }
}
