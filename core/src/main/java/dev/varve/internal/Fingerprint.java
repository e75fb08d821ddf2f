package dev.varve.internal;

import dev.varve.table.TransactWrite;
import java.nio.charset.StandardCharsets;

/** A stable 64-bit hash (FNV-1a) of a text or of bytes: the same on every machine and in every version. */
public final class Fingerprint {

    private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private Fingerprint() {}

    public static long of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public static long of(byte[] bytes) {
        long hash = OFFSET_BASIS;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * PRIME;
        }
        return hash;
    }

    /** Returns the fingerprint of a transaction; it reveals a different transaction that reuses the same token. */
    public static long of(TransactWrite transaction) {
        return of(transaction.actions().toString());
    }
}
