package dev.varve.feed.internal;

import dev.varve.feed.Change;
import dev.varve.feed.FeedPosition;
import dev.varve.internal.AsyncLoop;
import dev.varve.table.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The changes a consumer has taken on, until all are handled or parked. */
public final class Delivery {

    /** What one round did: how many changes it handled, and the error that makes the next one wait, if any. */
    public record Round(int handled, @Nullable Throwable error) {}

    private record Outcome(BatchBisection lane, Optional<Throwable> error) {}

    /** A change to park: with its handler's error, or with none where it waits behind a parked one. */
    private record Parking(
            BatchBisection lane, Change change, @Nullable Throwable error) {}

    private final HandlerCalls handler;
    private final DeadLetterQueue lot;
    private final ConsumerSettings settings;
    private final List<BatchBisection> lanes = new ArrayList<>();
    private final FeedPosition next;
    private final boolean caughtUp;
    private final Instant newest;
    private int handled;

    public Delivery(ChangeFetcher intake, HandlerCalls handler, DeadLetterQueue lot, ConsumerSettings settings) {
        this.handler = handler;
        this.lot = lot;
        this.settings = settings;
        this.next = intake.next();
        this.caughtUp = intake.caughtUp();
        this.newest = intake.changes().get(intake.changes().size() - 1).at();
        for (List<Change> changes : split(intake.changes(), settings.lanes())) {
            lanes.add(new BatchBisection(changes));
        }
    }

    private static List<List<Change>> split(List<Change> changes, int count) {
        List<List<Change>> split = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            split.add(new ArrayList<>());
        }
        for (Change change : changes) {
            split.get(laneOf(change.key(), count)).add(change);
        }
        return split;
    }

    private static int laneOf(Key key, int count) {
        // The hash of a text leaves its low bits to the last characters: spread them.
        return Math.floorMod(key.hashCode() * 0x9E3779B9 >>> 7, count);
    }

    public boolean isDone() {
        return lanes.stream().allMatch(BatchBisection::isDone);
    }

    public FeedPosition next() {
        return next;
    }

    public boolean caughtUp() {
        return caughtUp;
    }

    /** Returns the state once all is done. */
    public ConsumerState done(ConsumerState before) {
        return before.at(next).handled(handled, newest);
    }

    /** Hands over once in each lane, and parks what must not be handed over or failed too often. */
    public CompletableFuture<Round> round() {
        return AsyncLoop.whileTrue(() -> {
                    List<Parking> waiting = waiting();
                    return park(waiting).thenApply(parked -> !waiting.isEmpty());
                })
                .thenCompose(parked -> handOver())
                .thenCompose(this::judge);
    }

    /** Returns the changes, next in their lanes, of items that have a parked change; forgets those parked before. */
    private List<Parking> waiting() {
        List<Parking> waiting = new ArrayList<>();
        for (BatchBisection lane : lanes) {
            lane.removeIf(lot::contains);
            for (Change change : lane.head()) {
                if (lot.isWaiting(change.key())) {
                    waiting.add(new Parking(lane, change, null));
                }
            }
        }
        return waiting;
    }

    private CompletableFuture<Void> park(List<Parking> parkings) {
        Iterator<Parking> rest = parkings.iterator();
        return AsyncLoop.whileTrue(() -> {
            if (!rest.hasNext()) {
                return CompletableFuture.completedFuture(false);
            }
            Parking parking = rest.next();
            return lot.park(parking.change(), parking.error(), parking.lane().tries())
                    .thenApply(done -> {
                        parking.lane().remove(parking.change());
                        return true;
                    });
        });
    }

    private CompletableFuture<List<Outcome>> handOver() {
        List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
        for (BatchBisection lane : lanes) {
            if (!lane.isDone()) {
                outcomes.add(
                        FailureClassifier.of(handler.handle(lane.head())).thenApply(error -> new Outcome(lane, error)));
            }
        }
        return CompletableFuture.allOf(outcomes.toArray(CompletableFuture[]::new))
                .thenApply(all -> outcomes.stream().map(CompletableFuture::join).toList());
    }

    private CompletableFuture<Round> judge(List<Outcome> outcomes) {
        List<Parking> parkings = new ArrayList<>();
        int count = 0;
        Throwable waitsFor = null;
        for (Outcome outcome : outcomes) {
            BatchBisection lane = outcome.lane();
            Throwable error = outcome.error().orElse(null);
            if (error == null) {
                count += lane.head().size();
                lane.handled();
            } else if (FailureClassifier.isTransient(error)) {
                waitsFor = error;
            } else {
                switch (lane.failed(settings.tries())) {
                    case RETRY -> waitsFor = error;
                    case PARK -> parkings.add(new Parking(lane, lane.head().get(0), error));
                    case SPLIT -> {}
                }
            }
        }
        handled += count;
        Round round = new Round(count, waitsFor);
        return park(parkings).thenApply(parked -> round);
    }
}
