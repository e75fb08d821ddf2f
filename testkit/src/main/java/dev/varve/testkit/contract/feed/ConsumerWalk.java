package dev.varve.testkit.contract.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Throttled;
import dev.varve.error.Unavailable;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.ChangeHandler;
import dev.varve.feed.FeedConsumer;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.Table;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Random writers, and two owners of one consumer that step, fail, crash and return in any order. */
final class ConsumerWalk {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final Draw draw;
    private final MutableClock clock;
    private final BlockingTable table;
    private final ChangeFeed feed;
    private final Table state;
    private final Map<String, List<Long>> written = new TreeMap<>();
    private final Map<String, Set<Long>> handled = new TreeMap<>();
    private final List<FeedConsumer> consumers = new ArrayList<>();
    private final int keys;
    private long value;
    private int owners;
    private boolean isFinishing;

    ConsumerWalk(Draw draw, MutableClock clock, BlockingTable table, ChangeFeed feed, Table state) {
        this.draw = draw;
        this.clock = clock;
        this.table = table;
        this.feed = feed;
        this.state = state;
        this.keys = draw.between(1, 6);
        consumers.add(consumer("a"));
        consumers.add(consumer("b"));
    }

    private FeedConsumer consumer(String owner) {
        return FeedConsumer.named("walk")
                .reading(new FlakyFeed())
                .keeping(state)
                .clock(clock)
                .owner(owner)
                .lease(LEASE)
                .page(draw.between(1, 7))
                .atMost(draw.between(1, 12))
                .lanes(draw.between(1, 3))
                .executor(Runnable::run)
                .tries(draw.between(1, 3))
                .handler(new Handler())
                .build();
    }

    void step() {
        switch (draw.below(10)) {
            case 0, 1, 2, 3 -> write();
            case 4 -> clock.advance(Duration.ofSeconds(draw.below(20)));
            case 5 -> crash();
            case 6 -> ignoringFailure(draw.oneOf(consumers).retryDeadLetters());
            default -> draw.oneOf(consumers).step().join();
        }
    }

    private void write() {
        String sk = "s" + draw.below(keys);
        table.put(Item.of("pk", "p", "sk", sk, "v", ++value));
        written.computeIfAbsent(sk, any -> new ArrayList<>()).add(value);
    }

    /** Drops a consumer with its memory; its owner returns under the same name or another. */
    private void crash() {
        int index = draw.below(consumers.size());
        String name = index == 0 ? "a" : "b";
        consumers.set(index, consumer(draw.chance(50) ? name : name + ++owners));
    }

    private static void ignoringFailure(CompletableFuture<?> call) {
        // Another owner may hold the lease, or the handler may be busy: both are part of the walk.
        call.handle((done, error) -> done).join();
    }

    void finish() {
        isFinishing = true;
        clock.advance(LEASE);
        FeedConsumer last = consumer("last");
        last.catchUp().join();
        assertThat(last.retryDeadLetters().join().remaining()).isZero();
        last.catchUp().join();
    }

    void check() {
        handled.forEach((sk, values) -> assertThat(values)
                .as("values of %s, by their first delivery", sk)
                .containsExactlyElementsOf(written.getOrDefault(sk, List.of())));
        assertThat(handled.keySet()).isEqualTo(written.keySet());
    }

    /** Handles changes at once or postpones them, and fails now and then. */
    private final class Handler implements ChangeHandler {

        private final List<Change> postponed = new ArrayList<>();

        @Override
        public CompletableFuture<Void> handle(List<Change> changes) {
            int chance = isFinishing ? 100 : draw.below(100);
            // A failed call may have handled part of the changes.
            int done = chance < 30 ? draw.below(changes.size() + 1) : changes.size();
            changes.subList(0, done).forEach(ConsumerWalk.this::note);
            return result(chance);
        }

        @Override
        public CompletableFuture<Boolean> collect(List<Change> changes) {
            if (postponed.isEmpty() && draw.chance(50)) {
                return handle(changes).thenApply(done -> false);
            }
            int chance = isFinishing ? 100 : draw.below(200);
            if (chance >= 30) {
                postponed.addAll(changes);
            }
            return result(chance).thenApply(done -> true);
        }

        @Override
        public CompletableFuture<Void> flush() {
            List<Change> all = List.copyOf(postponed);
            postponed.clear();
            return handle(all);
        }

        private CompletableFuture<Void> result(int chance) {
            if (chance < 15) {
                return CompletableFuture.failedFuture(new Throttled("walk.busy", "busy"));
            } else if (chance < 30) {
                return CompletableFuture.failedFuture(new IllegalStateException("no"));
            }
            return CompletableFuture.completedFuture(null);
        }
    }

    private void note(Change change) {
        Key key = change.key();
        String sk = String.valueOf(key.sort()).replace("\"", "");
        handled.computeIfAbsent(sk, any -> new LinkedHashSet<>()).add(Recorder.value(change));
    }

    private final class FlakyFeed implements ChangeFeed {

        @Override
        public CompletableFuture<FeedPage> read(FeedPosition after, int most) {
            return !isFinishing && draw.chance(5)
                    ? CompletableFuture.failedFuture(new Unavailable("walk.feed", "the feed is unavailable"))
                    : feed.read(after, most);
        }

        @Override
        public CompletableFuture<FeedPosition> end() {
            return feed.end();
        }
    }
}
