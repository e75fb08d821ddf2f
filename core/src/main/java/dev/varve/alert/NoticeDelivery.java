package dev.varve.alert;

import dev.varve.alert.internal.AlertSubject;
import dev.varve.alert.internal.DeviceState;
import dev.varve.entity.Patch;
import dev.varve.entity.internal.EntityAccess;
import dev.varve.internal.AsyncLoop;
import dev.varve.table.Table;
import dev.varve.table.Update;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Sends the notices of alerts, and removes the delivered ones from the state of their device. */
final class NoticeDelivery {

    /** After this many failed deliveries in one call the notifier counts as down, and the rest waits for the next tick. */
    private static final int MAX_REFUSED = 5;

    private final AlertStore alerts;
    private final Notifier notifier;
    private final Table states;

    NoticeDelivery(AlertStore alerts, Notifier notifier) {
        this.alerts = alerts;
        this.notifier = notifier;
        // A notice that a power failure puts back is sent again.
        this.states = alerts.open().tableOf(alerts.states().entity()).deferred();
    }

    /** The counters of one call. */
    static final class Tally {
        private final AtomicInteger refused = new AtomicInteger();
        private final AtomicInteger undelivered = new AtomicInteger();

        int undelivered() {
            return undelivered.get();
        }
    }

    /**
     * Sends the notices of a device in order, up to the first failure, and removes the delivered ones from its state.
     *
     * @param stored the state as it was stored last
     */
    CompletableFuture<Void> deliver(DeviceState stored, Tally tally) {
        List<DeviceState.Due> due = stored.outbox();
        if (due.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Iterator<DeviceState.Due> left = due.iterator();
        List<DeviceState.Due> delivered = new ArrayList<>();
        return AsyncLoop.untilDone(() -> {
                    if (!left.hasNext() || tally.refused.get() >= MAX_REFUSED) {
                        return CompletableFuture.completedFuture(true);
                    }
                    DeviceState.Due notice = left.next();
                    return alerts.alerts()
                            .findConsistentAsync(stored.deviceId(), notice.alertId())
                            .thenCompose(alert -> send(notice, alert.orElse(null)))
                            .thenApply(isDelivered ->
                                    isDelivered ? !delivered.add(notice) : tally.refused.incrementAndGet() > 0);
                })
                .thenCompose(done -> {
                    tally.undelivered.addAndGet(due.size() - delivered.size());
                    return delivered.isEmpty()
                            ? CompletableFuture.completedFuture(null)
                            : removeDelivered(stored, delivered);
                });
    }

    /** Sends a notice; one of a deleted alert counts as delivered. */
    private CompletableFuture<Boolean> send(DeviceState.Due notice, @Nullable Alert alert) {
        if (alert == null) {
            return CompletableFuture.completedFuture(true);
        }
        CompletableFuture<Void> sent;
        try {
            sent = notifier.notify(new AlertNotice(notice.event(), alert));
        } catch (RuntimeException e) {
            sent = CompletableFuture.failedFuture(e);
        }
        // A failed notice stays in the outbox: the next tick sends it again and reports how many are left.
        return sent.handle((done, error) -> error == null);
    }

    private CompletableFuture<Void> removeDelivered(DeviceState stored, List<DeviceState.Due> delivered) {
        List<DeviceState.Due> rest = stored.without(delivered).outbox();
        Patch<DeviceState> patch =
                alerts.states().patch(stored.deviceId(), stored.series()).expecting(stored.version());
        return EntityAccess.instance()
                .plan(alerts.states(), rest.isEmpty() ? patch.remove("outbox") : patch.set("outbox", rest))
                // Only the outbox is sent, and the result is not read: a state with many rules is large.
                .thenCompose(planned -> states.update((Update) planned.writes().get(0)))
                .thenCompose(result -> result.isWritten()
                        ? CompletableFuture.completedFuture(null)
                        : removeAgain(new AlertSubject(stored.series(), stored.deviceId()), delivered));
    }

    /** Removes delivered notices from a state that has changed meanwhile. */
    private CompletableFuture<Void> removeAgain(AlertSubject device, List<DeviceState.Due> delivered) {
        return AsyncLoop.untilDone(() -> alerts.stateOf(device).thenCompose(stored -> {
            if (stored.isEmpty()) {
                return CompletableFuture.completedFuture(true);
            }
            return new StateCommit(alerts, stored.get(), stored.get().without(delivered))
                    .runDeferred()
                    .thenApply(StateCommit.Result::isDone);
        }));
    }
}
