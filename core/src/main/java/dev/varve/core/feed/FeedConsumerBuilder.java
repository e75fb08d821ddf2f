package dev.varve.core.feed;

import dev.varve.core.Rejected;
import dev.varve.core.table.Table;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Collects what makes a consumer; {@link #build} checks it. */
public final class FeedConsumerBuilder {

    private final String name;
    private @Nullable ChangeFeed feed;
    private @Nullable Table stateTable;
    private @Nullable InstantSource clock;
    private @Nullable String owner;
    private @Nullable ChangeHandler handler;
    private FeedPosition startingAt = ConsumerSettings.DEFAULTS.startingAt();
    private int page = ConsumerSettings.DEFAULTS.page();
    private int atMost = ConsumerSettings.DEFAULTS.atMost();
    private Duration linger = ConsumerSettings.DEFAULTS.linger();
    private Duration lease = ConsumerSettings.DEFAULTS.lease();
    private int tries = ConsumerSettings.DEFAULTS.tries();
    private int maxParked = ConsumerSettings.DEFAULTS.maxParked();
    private Waits retryWaits = ConsumerSettings.DEFAULTS.retryWaits();
    private Waits idleWaits = ConsumerSettings.DEFAULTS.idleWaits();
    private int lanes = ConsumerSettings.DEFAULTS.lanes();
    private Executor laneExecutor = ConsumerSettings.DEFAULTS.laneExecutor();

    FeedConsumerBuilder(String name) {
        this.name = name;
    }

    public FeedConsumerBuilder reading(ChangeFeed changes) {
        feed = changes;
        return this;
    }

    /** Keeps position, lease and parked changes in this table, which may be the one whose changes are read. */
    public FeedConsumerBuilder keeping(Table table) {
        stateTable = table;
        return this;
    }

    public FeedConsumerBuilder clock(InstantSource source) {
        clock = source;
        return this;
    }

    /** Names who runs this consumer: no two that run at once share a name; who comes back under it need not wait. */
    public FeedConsumerBuilder owner(String id) {
        owner = id;
        return this;
    }

    public FeedConsumerBuilder handler(ChangeHandler work) {
        handler = work;
        return this;
    }

    /** Begins here where no position is kept yet; at the oldest kept change unless said otherwise. */
    public FeedConsumerBuilder startingAt(FeedPosition position) {
        startingAt = position;
        return this;
    }

    /** Reads at most so many changes at a time; 500 unless said otherwise. */
    public FeedConsumerBuilder page(int most) {
        page = most;
        return this;
    }

    /** Takes on at most so many changes before they are handled; 1,000 unless said otherwise. */
    public FeedConsumerBuilder atMost(int changes) {
        atMost = changes;
        return this;
    }

    /** Lets changes gather for so long once all are handled, so that more come together; zero unless said otherwise. */
    public FeedConsumerBuilder linger(Duration time) {
        linger = time;
        return this;
    }

    /** Keeps others waiting for so long after this owner is last heard of; 30 seconds unless said otherwise. */
    public FeedConsumerBuilder lease(Duration time) {
        lease = time;
        return this;
    }

    /** Tries a hand-over so often before its changes are told apart and parked; 5 times unless said otherwise. */
    public FeedConsumerBuilder tries(int most) {
        tries = most;
        return this;
    }

    /** Stops, rather than go on, at so many parked changes; 1,000 unless said otherwise. */
    public FeedConsumerBuilder maxParked(int most) {
        maxParked = most;
        return this;
    }

    /** Waits between tries, doubling from the first to the longest; 100 ms to a minute unless said otherwise. */
    public FeedConsumerBuilder retryWaits(Duration first, Duration longest) {
        retryWaits = new Waits(first, longest);
        return this;
    }

    /** Waits while there is nothing to do, doubling; 10 ms to a second unless said otherwise. */
    public FeedConsumerBuilder idleWaits(Duration first, Duration longest) {
        idleWaits = new Waits(first, longest);
        return this;
    }

    /** Hands changes over in so many lanes side by side, those of one item in one lane; in one unless said otherwise. */
    public FeedConsumerBuilder lanes(int count, Executor executor) {
        lanes = count;
        laneExecutor = executor;
        return this;
    }

    public FeedConsumer build() {
        throw new Rejected("feed.unfinished", "%s is not finished".formatted(name));
    }
}
