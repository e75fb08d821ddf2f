package dev.varve.engine.rocksdb.internal.store;

import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.engine.rocksdb.internal.codec.KeyRange;
import java.util.ArrayList;
import java.util.List;

/**
 * The records that one writer changes in one atomic step.
 *
 * <p>They are kept as the bytes of a RocksDB write batch, the format of its write-ahead log: a tag, the column family,
 * key and value with their lengths. So a writer passes one array to native code instead of one call per record, and a
 * group commit is a concatenation. The commit numbers the changes: this class leaves their numbers blank, and the
 * commit fills them in.
 */
public final class WriteSet {

    /** A batch begins with a sequence number, which RocksDB fills in, and the count of its records. */
    static final int HEADER_BYTES = 12;

    private static final int DELETE = 0x04;
    private static final int PUT = 0x05;
    private static final int DELETE_RANGE = 0x0E;
    private static final int CHANGE_KEY_BYTES = 10;
    /** A larger buffer is released instead of being reused. */
    private static final int KEPT_BYTES = 256 * 1024;

    private record Blank(LogTail tail, int key, int value, int entryBytes) {}

    private ByteWriter records = new ByteWriter(4096);
    private final List<Blank> blanks = new ArrayList<>();
    private int count;

    public void clear() {
        if (records.array().length > KEPT_BYTES) {
            records = new ByteWriter(4096);
        }
        records.truncate(0);
        blanks.clear();
        count = 0;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    int length() {
        return records.length();
    }

    public void put(Family family, byte[] key, ByteWriter value) {
        begin(PUT, family, key);
        records.varint(value.length()).bytes(value.array(), 0, value.length());
    }

    public void put(Family family, byte[] key, byte[] value) {
        begin(PUT, family, key);
        records.varint(value.length).bytes(value);
    }

    public void delete(Family family, byte[] key) {
        begin(DELETE, family, key);
    }

    public void deleteRange(Family family, KeyRange range) {
        count++;
        records.u8(DELETE_RANGE).varint(family.number());
        records.varint(range.from().length).bytes(range.from());
        records.varint(range.to().length).bytes(range.to());
    }

    private void begin(int tag, Family family, byte[] key) {
        count++;
        records.u8(tag).varint(family.number()).varint(key.length).bytes(key);
    }

    /** Adds a change to the end of a table's log; the commit fills in the first eight bytes of the entry. */
    public void change(LogTail tail, ByteWriter entry) {
        count++;
        records.u8(PUT).varint(Family.CHANGES.number()).varint(CHANGE_KEY_BYTES);
        int key = records.u16(tail.tableId()).length();
        records.u64(0).varint(entry.length());
        int value = records.length();
        records.bytes(entry.array(), 0, entry.length());
        blanks.add(new Blank(tail, key, value, CHANGE_KEY_BYTES + entry.length()));
    }

    /** Copies the records into a batch and numbers the changes. */
    void copyTo(byte[] batch, int at) {
        System.arraycopy(records.array(), 0, batch, at, records.length());
        for (Blank blank : blanks) {
            ByteWriter.put64(batch, at + blank.key, blank.tail.nextPosition());
            ByteWriter.put64(batch, at + blank.value, blank.tail.add(blank.entryBytes));
        }
    }

    void publish() {
        for (Blank blank : blanks) {
            blank.tail.publish();
        }
    }
}
