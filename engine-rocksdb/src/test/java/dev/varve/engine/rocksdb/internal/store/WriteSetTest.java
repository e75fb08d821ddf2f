package dev.varve.engine.rocksdb.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.engine.rocksdb.internal.codec.KeyRange;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** The bytes of a write set equal those of RocksDB's own write batch. */
class WriteSetTest {

    private static final byte[] KEY = "key".getBytes(StandardCharsets.UTF_8);
    private static final byte[] OTHER = "other".getBytes(StandardCharsets.UTF_8);
    private static final byte[] VALUE = "v".repeat(300).getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path directory;

    @Test
    void bytesEqualThoseOfANativeBatch() throws RocksDBException {
        WriteSet changes = new WriteSet();
        changes.put(Family.ROWS, KEY, new ByteWriter(1).bytes(VALUE));
        changes.delete(Family.INDEXES, OTHER);
        changes.deleteRange(Family.CHANGES, new KeyRange(KEY, OTHER));
        List<byte[]> written = new ArrayList<>();
        CommitterTest.committer((batch, durability) -> written.add(batch)).commit(changes);

        try (Store store = Store.open(directory, RocksDbOptions.defaults().withoutSweeper(), Disk::of);
                WriteBatch batch = new WriteBatch()) {
            batch.put(store.handle(Family.ROWS), KEY, VALUE);
            batch.delete(store.handle(Family.INDEXES), OTHER);
            batch.deleteRange(store.handle(Family.CHANGES), KEY, OTHER);
            assertThat(written).containsExactly(batch.data());
        }
    }

    @Test
    void columnFamiliesHaveTheExpectedNumbers() {
        try (Store store = Store.open(directory, RocksDbOptions.defaults().withoutSweeper(), Disk::of)) {
            for (Family family : Family.values()) {
                assertThat(store.handle(family).getID()).isEqualTo(family.number());
            }
        }
    }

    @Test
    void groupsAreWrittenAndReadBack() {
        try (Store store = Store.open(directory, RocksDbOptions.defaults().withoutSweeper(), Disk::of)) {
            WriteSet changes = new WriteSet();
            changes.put(Family.ROWS, KEY, new ByteWriter(1).bytes(VALUE));
            changes.put(Family.EXPIRY, KEY, new ByteWriter(1));
            store.committer().commit(changes);
            assertThat(store.get(Family.ROWS, KEY)).isEqualTo(VALUE);
            assertThat(store.get(Family.EXPIRY, KEY)).isEmpty();
            assertThat(store.get(Family.INDEXES, KEY)).isNull();

            ReadBuffer buffer = new ReadBuffer(4);
            assertThat(store.get(Family.ROWS, KEY, buffer)).isEqualTo(VALUE.length);
            assertThat(buffer.array()).startsWith(VALUE);
            assertThat(store.get(Family.ROWS, OTHER, buffer)).isEqualTo(-1);
        }
    }
}
