package dev.varve.feed;

import dev.varve.error.Rejected;
import dev.varve.feed.internal.ConsumerSettings;
import dev.varve.feed.internal.ConsumerStateStore;
import dev.varve.feed.internal.HandlerCalls;
import dev.varve.feed.internal.Lease;
import dev.varve.internal.Durations;
import dev.varve.internal.ExponentialBackoff;
import dev.varve.table.Table;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Collects what makes a consumer; {@link #build} checks it. */
public final class FeedConsumerBuilder {

    /** The end of a lease is stored as a clock, which has to stay within the years that keys can hold. */
    private static final Duration MAX_LEASE = Duration.ofDays(365);

    private static final int MAX_NAME = 200;
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(10);

    private final String name;
    private @Nullable ChangeFeed feed;
    private @Nullable Table stateTable;
    private @Nullable InstantSource clock;
    private @Nullable String owner;
    private @Nullable List<ChangeHandler> handlers;
    private @Nullable Executor executor;
    private BiConsumer<DeadLetter, Throwable> onParked = (parked, error) -> {};
    private FeedPosition startingAt = ConsumerSettings.DEFAULTS.startingAt();
    private int page = ConsumerSettings.DEFAULTS.page();
    private int atMost = ConsumerSettings.DEFAULTS.atMost();
    private Duration linger = ConsumerSettings.DEFAULTS.linger();
    private Duration lease = ConsumerSettings.DEFAULTS.lease();
    private int tries = ConsumerSettings.DEFAULTS.tries();
    private int maxParked = ConsumerSettings.DEFAULTS.maxParked();
    private ExponentialBackoff retryWaits = ConsumerSettings.DEFAULTS.retryWaits();
    private ExponentialBackoff idleWaits = ConsumerSettings.DEFAULTS.idleWaits();
    private int lanes = ConsumerSettings.DEFAULTS.lanes();

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
        return handlers(List.of(work));
    }

    /** Hands each batch of changes to these handlers, one after the other. */
    public FeedConsumerBuilder handlers(List<ChangeHandler> inOrder) {
        handlers = List.copyOf(inOrder);
        return this;
    }

    /**
     * Calls the handler on this executor, every method and every time. A handler may block if the executor has threads of
     * its own: give it neither the common pool nor the threads of an engine. {@code Runnable::run} calls the handler on
     * the thread that happens to complete the step before, for tests of handlers that do not block.
     */
    public FeedConsumerBuilder executor(Executor threads) {
        executor = threads;
        return this;
    }

    /**
     * Tells a listener of each change that is parked because its handler failed, once, with the error; for a log. It is not
     * told of the later changes of the item, which are parked behind it.
     */
    public FeedConsumerBuilder onParked(BiConsumer<DeadLetter, Throwable> listener) {
        onParked = listener;
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
        linger = Durations.check("feed.settings", "linger", time);
        return this;
    }

    /** Keeps others waiting for so long after this owner's last sign of life, at most a year; 30 seconds unless set. */
    public FeedConsumerBuilder lease(Duration time) {
        lease = Durations.positive("feed.settings", "lease", time, MAX_LEASE);
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
        retryWaits = waits("retryWaits", first, longest);
        return this;
    }

    /** Waits while there is nothing to do, doubling; 10 ms to a second unless said otherwise. */
    public FeedConsumerBuilder idleWaits(Duration first, Duration longest) {
        idleWaits = waits("idleWaits", first, longest);
        return this;
    }

    private static ExponentialBackoff waits(String what, Duration first, Duration longest) {
        return new ExponentialBackoff(
                Durations.check("feed.settings", what, first), Durations.check("feed.settings", what, longest));
    }

    /** Hands changes over in so many lanes side by side, those of one item in one lane; in one unless said otherwise. */
    public FeedConsumerBuilder lanes(int count) {
        lanes = count;
        return this;
    }

    /** Refuses a consumer that lacks something, and a table that cannot keep its state. */
    public FeedConsumer build() {
        if (name.isEmpty() || name.length() > MAX_NAME) {
            throw new Rejected(
                    "feed.name",
                    "the name of a consumer has 1 to %s characters; given \"%s\"".formatted(MAX_NAME, name));
        }
        if (page < 1 || atMost < 1 || tries < 1 || maxParked < 1 || lanes < 1) {
            throw new Rejected(
                    "feed.settings",
                    "page, atMost, tries, maxParked and lanes of consumer %s are at least 1; given %s, %s, %s, %s and %s"
                            .formatted(name, page, atMost, tries, maxParked, lanes));
        }
        if (linger.isNegative() || lease.compareTo(SHORTEST_LEASE) < 0) {
            throw new Rejected(
                    "feed.settings",
                    "linger of consumer %s is not below zero and its lease not below %s; given %s and %s"
                            .formatted(name, SHORTEST_LEASE, linger, lease));
        }
        ConsumerSettings settings = new ConsumerSettings(
                startingAt, page, atMost, linger, lease, tries, maxParked, retryWaits, idleWaits, lanes);
        InstantSource time = given(clock, "clock(InstantSource)");
        ConsumerStateStore state = new ConsumerStateStore(given(stateTable, "keeping(Table)"), name);
        ChangeFeed changes = given(feed, "reading(ChangeFeed)");
        Lease tenure =
                new Lease(state, time, owner(), changes.exclusiveOpening().orElse(null), settings);
        return new FeedConsumer(
                name,
                changes,
                state,
                tenure,
                time,
                new HandlerCalls(given(handlers, "handler(ChangeHandler)"), given(executor, "executor(Executor)")),
                onParked,
                settings);
    }

    private String owner() {
        String id = given(owner, "owner(String)");
        if (id.isEmpty()) {
            throw new Rejected("feed.owner", "the owner of consumer %s has no characters".formatted(name));
        }
        return id;
    }

    private <T> T given(@Nullable T part, String call) {
        if (part == null) {
            throw new Rejected("feed.incomplete", "consumer %s needs %s".formatted(name, call));
        }
        return part;
    }
}
