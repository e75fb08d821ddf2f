package dev.varve.series.internal.packed;

import dev.varve.schema.internal.EngineSession;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.journal.JournalClaims;
import dev.varve.series.internal.packed.journal.Journals;
import dev.varve.series.internal.packed.journal.SharedTableJournals;
import dev.varve.table.BlockingTable;
import dev.varve.table.Journal;
import dev.varve.table.Table;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A packed series of an engine, which all databases on that engine share: there is one state in memory. */
public final class PackedSeries implements EngineSession.Shared {

    private final PackedStore store;
    private final PackedTable table;
    private final @Nullable Journal claimed;

    private PackedSeries(PackedStore store, PackedTable table, @Nullable Journal claimed) {
        this.store = store;
        this.table = table;
        this.claimed = claimed;
    }

    /** Opens a packed series, or returns it if it is open. Reads the journal first. */
    public static PackedSeries open(OpenSchema open, SeriesDefinition<?> definition, Table table) {
        EngineSession session = open.session();
        String name = "packed " + table.schema().name() + " " + definition.name;
        return session.shared(name, PackedSeries.class, () -> {
            Journal claimed = session.journal(table.schema(), definition.name)
                    .map(journal -> JournalClaims.claim(journal, session, definition.name))
                    .orElse(null);
            Journals journals = Optional.ofNullable(claimed)
                    .map(Journals::single)
                    .orElseGet(() -> new SharedTableJournals(table, definition.name, session.owner(), open.clock()));
            PackedStore store = new PackedStore(
                    definition,
                    new PackedSettings(
                            table,
                            journals,
                            Objects.requireNonNull(definition.packed),
                            open.clock(),
                            open.parallel(),
                            claimed == null ? session.journalDelay().orElse(null) : null));
            try {
                BlockingTable.await(store.open());
            } catch (RuntimeException | Error e) {
                JournalClaims.release(claimed);
                throw e;
            }
            return new PackedSeries(store, new PackedTable(table, store, open.parallel()), claimed);
        });
    }

    /** Returns the table in which every row is an item. */
    public PackedTable table() {
        return table;
    }

    public PackedStore store() {
        return store;
    }

    @Override
    public void close() {
        try {
            BlockingTable.await(store.close());
        } finally {
            JournalClaims.release(claimed);
        }
    }
}
