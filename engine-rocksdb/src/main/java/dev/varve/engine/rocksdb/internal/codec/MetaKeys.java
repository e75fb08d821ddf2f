package dev.varve.engine.rocksdb.internal.codec;

/** The keys of the database's own records: a letter for the kind, then an identifier. */
public final class MetaKeys {

    private static final int SCHEMA = 'T';
    private static final int NAME = 'N';
    private static final int TOKEN = 'K';
    private static final int TOKEN_END = 'X';
    private static final int LOG_START = 'L';
    private static final int LOG_HOLD = 'H';
    private static final int JOURNAL_TRIMMED = 'J';

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

    /** Returns the key that lists a token by the second at which it expires. */
    public static byte[] tokenEnd(long second, String token) {
        return of(TOKEN_END).u64(ordered(second)).utf8(token).toBytes();
    }

    /** Returns the range of the tokens that expire before this second. */
    public static KeyRange tokenEndsBefore(long second) {
        return new KeyRange(
                of(TOKEN_END).toBytes(), of(TOKEN_END).u64(ordered(second)).toBytes());
    }

    /** Returns the key of the position up to which the log of a table was trimmed. */
    public static byte[] logStart(int tableId) {
        return of(LOG_START).u16(tableId).toBytes();
    }

    /** Returns the key of the position up to which a consumer has read the log of a table. */
    public static byte[] logHold(int tableId, String consumer) {
        return of(LOG_HOLD).u16(tableId).utf8(consumer).toBytes();
    }

    public static KeyRange logHolds(int tableId) {
        return KeyRange.of(of(LOG_HOLD).u16(tableId).toBytes());
    }

    /** Returns the key of the number up to which a journal of a table was trimmed. */
    static byte[] journalTrimmed(int tableId, String journal) {
        return of(JOURNAL_TRIMMED).u16(tableId).utf8(journal).toBytes();
    }

    /** Maps a signed number to one whose unsigned order is the same. */
    public static long ordered(long signed) {
        return signed ^ Long.MIN_VALUE;
    }

    /** Returns the text after the letter of a key. */
    public static String text(ByteReader key) {
        key.skip(1);
        return key.utf8(key.remaining());
    }

    private static ByteWriter of(int kind) {
        return new ByteWriter(48).u8(kind);
    }
}
