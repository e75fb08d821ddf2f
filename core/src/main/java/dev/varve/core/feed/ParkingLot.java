package dev.varve.core.feed;

import dev.varve.core.Rejected;
import dev.varve.core.item.Item;
import dev.varve.core.item.Value;
import dev.varve.core.table.Key;
import dev.varve.core.table.Loop;
import dev.varve.core.table.Page;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The changes a consumer has parked: knows which items wait, and keeps the changes in the state table. */
final class ParkingLot {

    private static final int PAGE = 100;

    private final StateTable table;
    private final Tenure tenure;
    private final InstantSource clock;
    private final int most;
    private final Map<Key, Set<FeedPosition>> waiting = new HashMap<>();
    private int count;
    private long newest;

    ParkingLot(StateTable table, Tenure tenure, InstantSource clock, int most) {
        this.table = table;
        this.tenure = tenure;
        this.clock = clock;
        this.most = most;
    }

    int count() {
        return count;
    }

    /** Learns what is parked. */
    CompletableFuture<Void> load() {
        waiting.clear();
        count = 0;
        newest = 0;
        return Loop.whileTrue(() -> table.parked(newest, PAGE).thenApply(this::learn));
    }

    private boolean learn(Page page) {
        for (Item item : page.items()) {
            Map<String, Value> parts = table.parts(item);
            add(table.number(item), ParkedForm.key(parts), ParkedForm.position(parts));
        }
        return !page.isLast();
    }

    private void add(long number, Key key, FeedPosition position) {
        waiting.computeIfAbsent(key, any -> new HashSet<>()).add(position);
        newest = number;
        count++;
    }

    boolean isWaiting(Key key) {
        return waiting.containsKey(key);
    }

    boolean contains(Change change) {
        return waiting.getOrDefault(change.key(), Set.of()).contains(change.position());
    }

    CompletableFuture<Void> park(Change change, String error, int tries) {
        if (count >= most) {
            return CompletableFuture.failedFuture(new Rejected(
                    "feed.parked-full",
                    "%s changes are parked, the most there may be (maxParked): retry or drop them; the next would be %s, because of %s"
                            .formatted(count, change.key(), error)));
        }
        Parked parked = new Parked(newest + 1, change, true, error, clock.instant(), tries);
        return put(parked).thenAccept(done -> add(parked.number(), change.key(), change.position()));
    }

    private CompletableFuture<Void> put(Parked parked) {
        ConsumerState state = tenure.state().parked(count + 1);
        return tenure.park(parked, state)
                // Too large or too deep with two images and more around them.
                .exceptionallyCompose(error -> Failures.unwrapped(error) instanceof Rejected
                        ? tenure.park(withoutImages(parked), state)
                        : CompletableFuture.failedFuture(error));
    }

    private static Parked withoutImages(Parked parked) {
        Change change = parked.change();
        Change bare = new Change(change.position(), change.at(), change.key(), null, null, change.cause());
        return new Parked(parked.number(), bare, false, parked.error(), parked.parkedAt(), parked.tries());
    }

    /** Notes another try of a change that stays parked. */
    CompletableFuture<Void> keep(Parked parked, String error) {
        Parked again = new Parked(
                parked.number(), parked.change(), parked.complete(), error, parked.parkedAt(), parked.tries() + 1);
        return tenure.park(again, tenure.state());
    }

    CompletableFuture<Void> remove(Parked parked) {
        return tenure.unpark(parked.number(), tenure.state().parked(count - 1)).thenAccept(done -> {
            Key key = parked.change().key();
            Set<FeedPosition> positions = waiting.getOrDefault(key, new HashSet<>());
            positions.remove(parked.change().position());
            if (positions.isEmpty()) {
                waiting.remove(key);
            }
            count--;
        });
    }
}
