package dev.varve.benchmarks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.OptionsUtil;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.TransactionLogIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** Plain RocksDB that stores the engine's bytes without the engine. */
final class BareRocksDb implements AutoCloseable {

    private static final String ROWS = "rows";

    private final RocksDB db;
    private final List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    private final List<ColumnFamilyHandle> handles = new ArrayList<>();
    private final WriteOptions writes;
    private final int rows;

    /** Opens a database with the same options as the engine's database in {@code like}. */
    BareRocksDb(Path directory, Path like, boolean synced) throws RocksDBException {
        RocksDB.loadLibrary();
        DBOptions options = new DBOptions();
        OptionsUtil.loadLatestOptions(new ConfigOptions(), like.toString(), options, descriptors);
        options.setCreateIfMissing(true).setCreateMissingColumnFamilies(true).setAvoidFlushDuringRecovery(true);
        db = RocksDB.open(options, directory.toString(), descriptors, handles);
        writes = new WriteOptions().setSync(synced);
        rows = family(ROWS);
    }

    private int family(String name) {
        for (int i = 0; i < descriptors.size(); i++) {
            if (Arrays.equals(descriptors.get(i).getName(), name.getBytes(StandardCharsets.UTF_8))) {
                return i;
            }
        }
        throw new IllegalStateException("no column family " + name);
    }

    /** Returns the keys of all rows, in order. */
    List<byte[]> rowKeys() {
        List<byte[]> keys = new ArrayList<>();
        try (RocksIterator iterator = db.newIterator(handles.get(rows))) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                keys.add(iterator.key());
            }
        }
        return keys;
    }

    /** Returns the batches that the engine has written, from its write-ahead log. */
    List<List<BatchEntry>> batches() throws RocksDBException {
        List<List<BatchEntry>> batches = new ArrayList<>();
        try (TransactionLogIterator log = db.getUpdatesSince(0)) {
            while (log.isValid()) {
                try (WriteBatch batch = log.getBatch().writeBatch()) {
                    batches.add(BatchEntry.read(batch.data()));
                }
                log.next();
            }
        }
        return batches;
    }

    void write(List<BatchEntry> entries) throws RocksDBException {
        try (WriteBatch batch = new WriteBatch()) {
            for (BatchEntry entry : entries) {
                batch.put(handles.get(entry.family()), entry.key(), entry.value());
            }
            db.write(writes, batch);
        }
    }

    byte[] get(byte[] key) throws RocksDBException {
        return db.get(handles.get(rows), key);
    }

    /** Reads this many rows from a key up to an end, and returns the total bytes of keys and values. */
    int range(byte[] from, byte[] to, int count) {
        int bytes = 0;
        try (Slice end = new Slice(to);
                ReadOptions options = new ReadOptions().setIterateUpperBound(end);
                RocksIterator iterator = db.newIterator(handles.get(rows), options)) {
            iterator.seek(from);
            for (int i = 0; i < count && iterator.isValid(); i++) {
                bytes += iterator.key().length + iterator.value().length;
                iterator.next();
            }
        }
        return bytes;
    }

    @Override
    public void close() {
        handles.forEach(ColumnFamilyHandle::close);
        db.close();
    }
}
