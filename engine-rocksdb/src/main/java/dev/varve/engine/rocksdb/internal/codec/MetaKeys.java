package dev.varve.engine.rocksdb.internal.codec;

/** The keys of what the database knows about itself: a letter for the kind, then what tells one from another. */
public final class MetaKeys {

    private static final int SCHEMA = 'T';
    private static final int NAME = 'N';
    private static final int TOKEN = 'K';
    private static final int TOKEN_END = 'X';
    private static final int LOG_START = 'L';
    private static final int LOG_HOLD = 'H';

    private MetaKeys() {}

    public static byte[] schema(String table) {
        return of(SCHEMA).utf8(table).toBytes();
    }

    public static KeyRange schemas() {
        return KeyRange.of(of(SCHEMA).toBytes());
    }

    public static byte[] name(int number) {
        return of(NAME).u16(number).toBytes();
    }

    public static KeyRange names() {
        return KeyRange.of(of(NAME).toBytes());
    }

    public static byte[] token(String token) {
        return of(TOKEN).utf8(token).toBytes();
    }

    /** The tokens by the second they lapse. */
    public static byte[] tokenEnd(long second, String token) {
        return of(TOKEN_END).u64(ordered(second)).utf8(token).toBytes();
    }

    /** The tokens that lapse before this second. */
    public static KeyRange tokenEndsBefore(long second) {
        return new KeyRange(
                of(TOKEN_END).toBytes(), of(TOKEN_END).u64(ordered(second)).toBytes());
    }

    /** Up to where the log of a table was cut. */
    public static byte[] logStart(int tableId) {
        return of(LOG_START).u16(tableId).toBytes();
    }

    /** Up to where a consumer has read the log of a table. */
    public static byte[] logHold(int tableId, String consumer) {
        return of(LOG_HOLD).u16(tableId).utf8(consumer).toBytes();
    }

    public static KeyRange logHolds(int tableId) {
        return KeyRange.of(of(LOG_HOLD).u16(tableId).toBytes());
    }

    /** Returns a number whose unsigned order is the order of the signed one. */
    public static long ordered(long signed) {
        return signed ^ Long.MIN_VALUE;
    }

    /** Returns the text behind the letter of such a key. */
    public static String text(ByteReader key) {
        key.skip(1);
        return key.utf8(key.remaining());
    }

    private static ByteWriter of(int kind) {
        return new ByteWriter(48).u8(kind);
    }
}
