package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.internal.codec.ByteReader;
import dev.varve.engine.rocksdb.internal.codec.JournalKeys;
import dev.varve.engine.rocksdb.internal.codec.KeyRange;
import dev.varve.engine.rocksdb.internal.store.Cursor;
import dev.varve.engine.rocksdb.internal.store.Family;
import dev.varve.engine.rocksdb.internal.store.StoreTime;
import java.util.function.Consumer;

/** Reads all journals. Every record must belong to a table, and its number must be above what was trimmed. */
final class JournalAudit {

    private final StoreTime moment;
    private final Catalog catalog;
    private final Consumer<String> problems;

    JournalAudit(StoreTime moment, Catalog catalog, Consumer<String> problems) {
        this.moment = moment;
        this.catalog = catalog;
        this.problems = problems;
    }

    void run(KeyRange everything) {
        try (Cursor cursor = moment.cursor(Family.JOURNAL, everything)) {
            while (cursor.next()) {
                ConsistencyAudit.requireWanted();
                check(JournalKeys.read(new ByteReader().reset(cursor.key(), 0, cursor.keyLength())));
            }
        }
    }

    private void check(JournalKeys.Place place) {
        StoredRows rows = catalog.find(place.tableId());
        if (rows == null) {
            problems.accept("journal %s has record %d of table number %d, which is not in the catalogue"
                    .formatted(place.journal(), place.number(), place.tableId()));
            return;
        }
        byte[] stored = moment.get(Family.META, new JournalKeys(place.tableId(), place.journal()).trimmed());
        long trimmed = RocksDbJournal.trimmed(stored);
        if (place.number() <= trimmed) {
            problems.accept("table %s: journal %s has record %d, but was trimmed up to %d"
                    .formatted(rows.schema().name(), place.journal(), place.number(), trimmed));
        }
    }
}
