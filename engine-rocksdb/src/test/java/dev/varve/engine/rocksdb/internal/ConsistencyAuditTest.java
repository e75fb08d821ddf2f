package dev.varve.engine.rocksdb.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.engine.rocksdb.internal.codec.JournalKeys;
import dev.varve.engine.rocksdb.internal.store.Family;
import dev.varve.engine.rocksdb.internal.store.WriteSet;
import dev.varve.item.Item;
import dev.varve.table.Key;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An audit finds records that do not agree. */
class ConsistencyAuditTest {

    private static final TableSchema SCHEMA =
            TableSchema.named("readings").index("gsi1", "gsi1pk", "gsi1sk").build();
    private static final Item ITEM = Item.of("pk", "a", "sk", "b", "gsi1pk", "g", "gsi1sk", "1", "ttl", 4_000_000_000L);

    @TempDir
    private Path root;

    private int databases;

    @Test
    void undamagedDatabaseIsClean() {
        assertThat(problems((rows, changes) -> {})).isEmpty();
    }

    @Test
    void missingIndexEntryIsFound() {
        assertThat(problems((rows, changes) -> changes.delete(
                        Family.INDEXES,
                        Objects.requireNonNull(rows.indexes().get(0).key(Key.of("a", "b"), ITEM)))))
                .containsExactly(
                        "row (\"a\", \"b\") of table readings has no equal entry in index gsi1",
                        "the rows require 1 index entries, but there are 0");
    }

    @Test
    void extraIndexEntryIsFound() {
        assertThat(problems((rows, changes) -> changes.put(
                        Family.INDEXES,
                        Objects.requireNonNull(rows.indexes().get(0).key(Key.of("a", "c"), ITEM)),
                        new ByteWriter(1))))
                .containsExactly("the rows require 1 index entries, but there are 2");
    }

    @Test
    void missingExpiryEntryIsFound() {
        assertThat(problems((rows, changes) ->
                        changes.delete(Family.EXPIRY, StoredRows.expiryKey(4_000_000_000L, rowKey(rows)))))
                .containsExactly(
                        "row (\"a\", \"b\") of table readings expires, but has no expiry entry",
                        "the rows require 1 expiry entries, but there are 0");
    }

    @Test
    void missingRowIsFound() {
        assertThat(problems((rows, changes) -> changes.delete(Family.ROWS, rowKey(rows))))
                .containsExactly(
                        "table readings: row (\"a\", \"b\") does not match its newest change",
                        "the rows require 0 index entries, but there are 1",
                        "the rows require 0 expiry entries, but there are 1");
    }

    @Test
    void gapInTheLogIsFound() {
        assertThat(problems((rows, changes) ->
                        changes.delete(Family.CHANGES, ChangeLog.key(rows.keys().id(), 1))))
                .contains("table readings: change 0 is followed by change 2");
    }

    @Test
    void trimmedJournalRecordIsFound() {
        assertThat(problems((rows, changes) -> {
                    JournalKeys journal = new JournalKeys(rows.keys().id(), "j");
                    changes.put(Family.META, journal.trimmed(), new ByteWriter(8).u64(5));
                    changes.put(Family.JOURNAL, journal.key(5), new byte[1]);
                    changes.put(Family.JOURNAL, journal.key(6), new byte[1]);
                }))
                .containsExactly("table readings: journal j has record 5, but was trimmed up to 5");
    }

    @Test
    void journalRecordWithoutATableIsFound() {
        assertThat(problems(
                        (rows, changes) -> changes.put(Family.JOURNAL, new JournalKeys(999, "j").key(1), new byte[1])))
                .containsExactly("journal j has record 1 of table number 999, which is not in the catalogue");
    }

    @Test
    void unreadableBytesAreFound() {
        assertThat(problems((rows, changes) -> changes.put(Family.ROWS, rowKey(rows), new ByteWriter(1).u8(9))))
                .containsExactly("stored record is of an unknown version, at byte 1 of 1: 09."
                        + " Keep the directory and restore a backup");
    }

    private interface Damage {
        void add(StoredRows rows, WriteSet changes);
    }

    private List<String> problems(Damage damage) {
        RocksDbOptions options =
                RocksDbOptions.defaults().durability(Durability.WRITTEN_TO_OS).withoutSweeper();
        try (RocksDbDatabase database = RocksDbDatabase.open(root.resolve("db" + databases++), options)) {
            Table table = database.openTable(SCHEMA);
            Consumer<Item> put = item -> table.blocking().put(item);
            put.accept(ITEM.with("v", 1));
            put.accept(ITEM);
            WriteSet changes = new WriteSet();
            damage.add(Objects.requireNonNull(database.catalog().find("readings")), changes);
            database.store().committer().commit(changes);
            return database.audit().problems();
        }
    }

    private static byte[] rowKey(StoredRows rows) {
        return rows.keys().row(Key.of("a", "b"));
    }
}
