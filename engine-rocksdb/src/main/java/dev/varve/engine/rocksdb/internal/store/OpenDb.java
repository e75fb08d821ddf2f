package dev.varve.engine.rocksdb.internal.store;

import dev.varve.engine.rocksdb.RocksDbOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** An open RocksDB and its native objects. */
final class OpenDb implements AutoCloseable {

    private static final String MEMORY = "rocksdb.size-all-mem-tables";

    private final Tuning tuning;
    private final RocksDB db;
    private final List<ColumnFamilyHandle> families;
    private final ReadOptions reads;
    private final WriteOptions writes;
    private final WriteOptions syncedWrites;

    private OpenDb(Tuning tuning, RocksDB db, List<ColumnFamilyHandle> families) {
        this.tuning = tuning;
        this.db = db;
        this.families = families;
        this.reads = tuning.own(new ReadOptions());
        this.writes = tuning.own(new WriteOptions());
        this.syncedWrites = tuning.own(new WriteOptions()).setSync(true);
    }

    static OpenDb open(Path data, RocksDbOptions options, DiskReserve reserve) throws RocksDBException {
        Tuning tuning = new Tuning(options, reserve.isSmallDisk(options));
        try {
            List<ColumnFamilyHandle> families = new ArrayList<>();
            RocksDB db = RocksDB.open(tuning.database(), data.toString(), tuning.families(), families);
            return new OpenDb(tuning, db, families);
        } catch (RocksDBException | RuntimeException e) {
            tuning.close();
            throw e;
        }
    }

    RocksDB db() {
        return db;
    }

    ColumnFamilyHandle handle(Family family) {
        return families.get(family.number());
    }

    ReadOptions reads() {
        return reads;
    }

    WriteOptions writes() {
        return writes;
    }

    WriteOptions syncedWrites() {
        return syncedWrites;
    }

    /** Returns the bytes of the writes that are only in memory and in the write-ahead log. */
    long bytesInMemory() throws RocksDBException {
        return db.getAggregatedLongProperty(MEMORY);
    }

    /** Flushes the memory to files, so that the write-ahead log can be deleted. */
    void flush() throws RocksDBException {
        try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
            db.flush(options, families);
        }
    }

    @Override
    public void close() {
        families.forEach(ColumnFamilyHandle::close);
        db.close();
        tuning.close();
    }
}
