package dev.varve.server.auth;

import dev.varve.error.Throttled;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Bounds the passwords that are checked at once, because each keeps a core busy for a tenth of a second or more. One network gets
 * one check at a time, so that it cannot take the turns of all others. Those wait a moment for their turn.
 */
final class PasswordChecks {

    static final int AT_ONCE = 2;

    /** Each waiting check holds a thread that answers requests. */
    static final int MOST_WAITING = 8;

    static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Duration patience;
    private final Semaphore turns = new Semaphore(AT_ONCE, true);
    private final Set<String> networks = ConcurrentHashMap.newKeySet();

    /** @param patience how long a check waits for its turn */
    PasswordChecks(Duration patience) {
        this.patience = patience;
    }

    /** Returns the result of a check, or refuses to run it. */
    boolean run(String network, BooleanSupplier check) {
        if (!networks.add(network)) {
            throw busy();
        }
        try {
            awaitTurn();
            try {
                return check.getAsBoolean();
            } finally {
                turns.release();
            }
        } finally {
            networks.remove(network);
        }
    }

    private void awaitTurn() {
        try {
            if (turns.getQueueLength() >= MOST_WAITING || !turns.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw busy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw busy();
        }
    }

    /** Returns how many checks wait for their turn. */
    int waiting() {
        return turns.getQueueLength();
    }

    private static Throttled busy() {
        return new Throttled("link.busy", "the server is checking other passwords: try again in a second");
    }
}
