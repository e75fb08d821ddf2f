package dev.varve.engine.rocksdb.internal.codec;

import dev.varve.feed.Change.Cause;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One change in the log of a table: its time, its cause, the row's key, and the images, encoded as in the row. The
 * first eight bytes hold the total size of all changes up to this one; the commit fills them in.
 */
public final class ChangeEntry {

    static final int VERSION = 1;

    private static final int WRITE = 0;
    private static final int EXPIRY = 1;

    private final long bytesSoFar;
    private final Cause cause;
    private final Instant at;
    private final byte[] rowKey;
    private final byte @Nullable [] before;
    private final byte @Nullable [] after;

    private ChangeEntry(ByteReader in) {
        bytesSoFar = in.u64();
        if (in.u8() != VERSION) {
            throw in.damaged("is of an unknown version");
        }
        int code = in.u8();
        if (code != WRITE && code != EXPIRY) {
            throw in.damaged("has cause " + code);
        }
        cause = code == WRITE ? Cause.WRITE : Cause.EXPIRY;
        at = readInstant(in);
        rowKey = in.bytes(in.count());
        before = image(in);
        after = image(in);
        in.requireEnd();
    }

    /** Writes an entry; an absent image is null. */
    public static void write(
            ByteWriter out,
            Cause cause,
            Instant at,
            byte[] rowKey,
            byte @Nullable [] before,
            @Nullable ByteWriter after) {
        out.u64(0).u8(VERSION).u8(cause == Cause.WRITE ? WRITE : EXPIRY);
        writeInstant(out, at);
        out.varint(rowKey.length).bytes(rowKey);
        if (before == null) {
            out.varint(0);
        } else {
            out.varint(before.length + 1L).bytes(before);
        }
        if (after == null) {
            out.varint(0);
        } else {
            out.varint(after.length() + 1L).bytes(after.array(), 0, after.length());
        }
    }

    public static ChangeEntry read(ByteReader in) {
        return new ChangeEntry(in);
    }

    private static byte @Nullable [] image(ByteReader in) {
        long length = in.varint();
        if (length < 0 || length > in.remaining() + 1L) {
            throw in.damaged("has an image longer than itself");
        }
        return length == 0 ? null : in.bytes((int) (length - 1));
    }

    public static void writeInstant(ByteWriter out, Instant at) {
        out.signed(at.getEpochSecond()).varint(at.getNano());
    }

    public static Instant readInstant(ByteReader in) {
        long seconds = in.signed();
        long nanos = in.varint();
        try {
            if (nanos >= 0 && nanos < 1_000_000_000) {
                return Instant.ofEpochSecond(seconds, nanos);
            }
        } catch (DateTimeException e) {
            // Rejected below, like nanoseconds out of range.
        }
        throw in.damaged("has an impossible time");
    }

    public long bytesSoFar() {
        return bytesSoFar;
    }

    public Cause cause() {
        return cause;
    }

    public Instant at() {
        return at;
    }

    /** Returns the whole key of the row, with its table id. */
    public byte[] rowKey() {
        return rowKey;
    }

    public byte @Nullable [] before() {
        return before;
    }

    public byte @Nullable [] after() {
        return after;
    }
}
