package dev.varve.engine.rocksdb.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.rocksdb.RocksDbOptions;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

class TuningTest {

    /** As one block, the filter of this many rows has 750 KB. */
    private static final int ROWS = 600_000;

    private static final int LOOK_UPS = 5_000;

    /** A part of the cache is smaller than that filter, unless the cache has few parts. */
    private static final long CACHE_BYTES = 16 * 1024 * 1024;

    @TempDir
    private Path folder;

    /** Nearly every write looks for a row that does not exist, so each of them would read the whole filter from its file. */
    @Test
    void filtersOfLargeFilesStayInTheCache() throws RocksDBException {
        RocksDB.loadLibrary();
        try (Statistics statistics = new Statistics()) {
            open(statistics, TuningTest::fill);
            // A database keeps the filters of files that it has just written, whatever the cache does.
            open(statistics, (db, rows) -> {
                lookUpAbsent(db, rows);
                statistics.reset();
                lookUpAbsent(db, rows);
            });
            assertThat(statistics.getTickerCount(TickerType.BLOCK_CACHE_FILTER_HIT))
                    .isGreaterThanOrEqualTo(LOOK_UPS);
            assertThat(statistics.getTickerCount(TickerType.BLOCK_CACHE_FILTER_MISS))
                    .isZero();
        }
    }

    private interface Work {

        void with(RocksDB db, ColumnFamilyHandle rows) throws RocksDBException;
    }

    private void open(Statistics statistics, Work work) throws RocksDBException {
        List<ColumnFamilyHandle> families = new ArrayList<>();
        try (Tuning tuning = new Tuning(RocksDbOptions.defaults().blockCache(CACHE_BYTES), false);
                DBOptions options = tuning.database().setStatistics(statistics);
                RocksDB db = RocksDB.open(options, folder.toString(), tuning.families(), families)) {
            work.with(db, families.get(Family.ROWS.number()));
            families.forEach(ColumnFamilyHandle::close);
        }
    }

    private static void fill(RocksDB db, ColumnFamilyHandle rows) throws RocksDBException {
        try (WriteBatch batch = new WriteBatch();
                WriteOptions unlogged = new WriteOptions().setDisableWAL(true)) {
            for (int i = 0; i < ROWS; i++) {
                batch.put(rows, key(2L * i), new byte[1]);
            }
            db.write(unlogged, batch);
        }
        db.compactRange(rows);
    }

    private static void lookUpAbsent(RocksDB db, ColumnFamilyHandle rows) throws RocksDBException {
        for (int i = 0; i < LOOK_UPS; i++) {
            assertThat(db.get(rows, key(2L * i * (ROWS / LOOK_UPS) + 1))).isNull();
        }
    }

    private static byte[] key(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
}
