package dev.varve.alert;

import java.util.concurrent.CompletableFuture;

/**
 * Tells people about alerts. A notice is given after the alert is stored, and again with the next tick as long as the
 * future fails: at least once, so {@link AlertNotice#id} should be used where twice is too often.
 */
@FunctionalInterface
public interface Notifier {

    /** Gives a notice; must not block, and must complete in bounded time because the processor waits for it. */
    CompletableFuture<Void> notify(AlertNotice notice);

    /** Returns a notifier that tells nobody. */
    static Notifier none() {
        return notice -> CompletableFuture.completedFuture(null);
    }
}
