package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.internal.codec.ByteReader;
import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.engine.rocksdb.internal.codec.ChangeEntry;
import dev.varve.engine.rocksdb.internal.codec.MetaKeys;
import dev.varve.engine.rocksdb.internal.store.Cursor;
import dev.varve.engine.rocksdb.internal.store.Family;
import dev.varve.engine.rocksdb.internal.store.KeyLocks.Held;
import dev.varve.engine.rocksdb.internal.store.WriteSet;
import dev.varve.error.Rejected;
import dev.varve.internal.Fingerprint;
import dev.varve.table.Limits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Remembers which transactions were executed under a token, for as long as the token is valid. */
final class TransactionTokens {

    /** Tokens removed in one commit. */
    private static final int SWEEP = 256;

    private final RocksDbDatabase database;

    TransactionTokens(RocksDbDatabase database) {
        this.database = database;
    }

    static long lock(String token) {
        return Fingerprint.of(MetaKeys.token(token));
    }

    /**
     * Returns whether the transaction of this token was already executed. Rejects a token that was used for other
     * content.
     */
    boolean isDone(String token, long fingerprint, Instant now) {
        byte[] stored = database.store().get(Family.META, MetaKeys.token(token));
        if (stored == null) {
            return false;
        }
        ByteReader in = new ByteReader(stored);
        long known = in.u64();
        Instant validUntil = ChangeEntry.readInstant(in);
        in.requireEnd();
        if (validUntil.isBefore(now)) {
            return false;
        }
        if (known != fingerprint) {
            throw new Rejected(
                    "transaction.token-reused",
                    "token \"%s\" was used for another transaction within the last %d minutes: use a new token for new content"
                            .formatted(token, Limits.TOKEN_VALIDITY.toMinutes()));
        }
        return true;
    }

    /** Records in the commit that the transaction of this token was executed. */
    void remember(WriteSet changes, String token, long fingerprint, Instant now) {
        Instant validUntil = now.plus(Limits.TOKEN_VALIDITY);
        ByteWriter value = new ByteWriter(24).u64(fingerprint);
        ChangeEntry.writeInstant(value, validUntil);
        changes.put(Family.META, MetaKeys.token(token), value);
        changes.put(Family.META, MetaKeys.tokenEnd(validUntil.getEpochSecond(), token), new ByteWriter(0));
    }

    /** Removes the tokens that are no longer valid. */
    void sweep(Instant now) {
        List<byte[]> ends = ended(now);
        while (!ends.isEmpty()) {
            forget(ends, now);
            ends = ends.size() < SWEEP ? List.of() : ended(now);
        }
    }

    private List<byte[]> ended(Instant now) {
        List<byte[]> ends = new ArrayList<>();
        try (Cursor cursor =
                database.store().cursor(Family.META, MetaKeys.tokenEndsBefore(now.getEpochSecond()), Cursor.Use.SCAN)) {
            while (ends.size() < SWEEP && cursor.next()) {
                ends.add(Arrays.copyOf(cursor.key(), cursor.keyLength()));
            }
        }
        return ends;
    }

    private void forget(List<byte[]> ends, Instant now) {
        List<String> tokens = new ArrayList<>();
        for (byte[] end : ends) {
            ByteReader in = new ByteReader(end);
            in.skip(Long.BYTES);
            tokens.add(MetaKeys.text(in));
        }
        try (Held locks = database.locks()
                .hold(tokens.stream().mapToLong(TransactionTokens::lock).toArray())) {
            WriteSet changes = database.scratch().changes();
            for (int i = 0; i < ends.size(); i++) {
                changes.delete(Family.META, ends.get(i));
                // A token that was reused after it had expired is valid again, under a later end.
                if (isLapsed(tokens.get(i), now)) {
                    changes.delete(Family.META, MetaKeys.token(tokens.get(i)));
                }
            }
            database.store().committer().commitMakingRoom(changes);
        }
    }

    private boolean isLapsed(String token, Instant now) {
        byte[] stored = database.store().get(Family.META, MetaKeys.token(token));
        if (stored == null) {
            return false;
        }
        ByteReader in = new ByteReader(stored);
        in.u64();
        return ChangeEntry.readInstant(in).isBefore(now);
    }
}
