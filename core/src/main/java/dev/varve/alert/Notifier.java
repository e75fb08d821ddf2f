package dev.varve.alert;

import java.util.concurrent.CompletableFuture;

/**
 * Delivers notices of alerts, at least once. A notice is sent after the alert is stored, and again with the next tick if
 * the future fails. Use {@link AlertNotice#id} to detect repeated deliveries.
 */
@FunctionalInterface
public interface Notifier {

    /** Sends a notice. Must not block, and must complete in bounded time because the processor waits for it. */
    CompletableFuture<Void> notify(AlertNotice notice);

    /** Returns a notifier that sends nothing. */
    static Notifier none() {
        return notice -> CompletableFuture.completedFuture(null);
    }
}
