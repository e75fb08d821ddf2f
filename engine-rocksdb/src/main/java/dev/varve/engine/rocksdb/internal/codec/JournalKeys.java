package dev.varve.engine.rocksdb.internal.codec;

import dev.varve.item.Value;
import dev.varve.item.ValueType;

/** The keys of the records of one journal: the table's number, the journal's name, the record's number. */
public final class JournalKeys {

    /** The journal and the number of a record, as its key states them. */
    public record Place(int tableId, String journal, long number) {}

    private final int tableId;
    private final String name;
    private final byte[] prefix;

    public JournalKeys(int tableId, String name) {
        this.tableId = tableId;
        this.name = name;
        ByteWriter out = new ByteWriter(48).u16(tableId);
        KeyBytes.inner(out, Value.of(name));
        this.prefix = out.toBytes();
    }

    public byte[] key(long number) {
        return new ByteWriter(prefix.length + Long.BYTES)
                .bytes(prefix)
                .u64(number)
                .toBytes();
    }

    /** Returns the keys of all records with a greater number. */
    public KeyRange after(long number) {
        return new KeyRange(key(number + 1), KeyRange.end(prefix));
    }

    /** Returns the keys of the records with a number greater than the first and not greater than the second. */
    public KeyRange between(long after, long last) {
        return new KeyRange(key(after + 1), key(last + 1));
    }

    /** Returns the key of the metadata record that holds the number up to which the journal was trimmed. */
    public byte[] trimmed() {
        return MetaKeys.journalTrimmed(tableId, name);
    }

    public static Place read(ByteReader key) {
        int tableId = key.u16();
        String journal = ((Value.Text) KeyBytes.readInner(key, ValueType.TEXT)).value();
        Place place = new Place(tableId, journal, key.u64());
        key.requireEnd();
        return place;
    }
}
