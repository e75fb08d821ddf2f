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

/** Declares a {@link FeedConsumer}; {@link #build} checks the declaration. */
public final class FeedConsumerBuilder {

    /** The end of a lease is stored as a clock, so it must stay within the years that keys support. */
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
    private BiConsumer<DeadLetter, Throwable> onDeadLetter = (deadLetter, error) -> {};
    private FeedPosition startingAt = ConsumerSettings.DEFAULTS.startingAt();
    private int page = ConsumerSettings.DEFAULTS.page();
    private int atMost = ConsumerSettings.DEFAULTS.atMost();
    private Duration linger = ConsumerSettings.DEFAULTS.linger();
    private Duration lease = ConsumerSettings.DEFAULTS.lease();
    private int tries = ConsumerSettings.DEFAULTS.tries();
    private int maxDeadLetters = ConsumerSettings.DEFAULTS.maxDeadLetters();
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

    /** Sets the table that stores position, lease and dead letters; it may be the table whose changes are read. */
    public FeedConsumerBuilder keeping(Table table) {
        stateTable = table;
        return this;
    }

    public FeedConsumerBuilder clock(InstantSource source) {
        clock = source;
        return this;
    }

    /** Names this process. Processes that run at once have different names; one that restarts gets its lease back at once. */
    public FeedConsumerBuilder owner(String id) {
        owner = id;
        return this;
    }

    public FeedConsumerBuilder handler(ChangeHandler work) {
        return handlers(List.of(work));
    }

    /** Delivers each batch of changes to these handlers, one after the other. */
    public FeedConsumerBuilder handlers(List<ChangeHandler> inOrder) {
        handlers = List.copyOf(inOrder);
        return this;
    }

    /**
     * Sets the executor for all calls of the handler. A handler may block if the executor has threads of its own, so use
     * neither the common pool nor the threads of an engine. {@code Runnable::run} is for tests of handlers that do not
     * block: it calls the handler on the thread that completes the previous operation.
     */
    public FeedConsumerBuilder executor(Executor threads) {
        executor = threads;
        return this;
    }

    /**
     * Sets a listener, such as a log, that is called once for each dead letter whose handler failed, with the error. It is
     * not called for later changes of the same item, which are set aside behind the dead letter.
     */
    public FeedConsumerBuilder onDeadLetter(BiConsumer<DeadLetter, Throwable> listener) {
        onDeadLetter = listener;
        return this;
    }

    /** Sets the position at which a consumer without a checkpoint starts; the default is the oldest kept change. */
    public FeedConsumerBuilder startingAt(FeedPosition position) {
        startingAt = position;
        return this;
    }

    /** Sets the largest number of changes of one read; the default is 500. */
    public FeedConsumerBuilder page(int most) {
        page = most;
        return this;
    }

    /** Sets the largest number of changes that one delivery holds; the default is 1,000. */
    public FeedConsumerBuilder atMost(int changes) {
        atMost = changes;
        return this;
    }

    /** Sets how long to wait after catching up, so that the next batch is larger; the default is zero. */
    public FeedConsumerBuilder linger(Duration time) {
        linger = Durations.check("feed.settings", "linger", time);
        return this;
    }

    /** Sets how long a lease lasts after its last renewal, at most a year; the default is 30 seconds. */
    public FeedConsumerBuilder lease(Duration time) {
        lease = Durations.positive("feed.settings", "lease", time, MAX_LEASE);
        return this;
    }

    /** Sets how often a batch is delivered before its failing changes are isolated and set aside; the default is 5. */
    public FeedConsumerBuilder tries(int most) {
        tries = most;
        return this;
    }

    /** Sets the number of dead letters at which the consumer stops; the default is 1,000. */
    public FeedConsumerBuilder maxDeadLetters(int most) {
        maxDeadLetters = most;
        return this;
    }

    /** Sets the pauses after failures, which double from the first to the longest; the default is 100 ms to a minute. */
    public FeedConsumerBuilder retryWaits(Duration first, Duration longest) {
        retryWaits = waits("retryWaits", first, longest);
        return this;
    }

    /** Sets the pauses while the feed is empty, which double from the first to the longest; the default is 10 ms to 1 s. */
    public FeedConsumerBuilder idleWaits(Duration first, Duration longest) {
        idleWaits = waits("idleWaits", first, longest);
        return this;
    }

    private static ExponentialBackoff waits(String what, Duration first, Duration longest) {
        return new ExponentialBackoff(
                Durations.check("feed.settings", what, first), Durations.check("feed.settings", what, longest));
    }

    /** Sets how many batches are delivered in parallel; the changes of one item share a lane. The default is 1. */
    public FeedConsumerBuilder lanes(int count) {
        lanes = count;
        return this;
    }

    /** Returns the consumer; refuses an incomplete declaration and a table that cannot store its state. */
    public FeedConsumer build() {
        if (name.isEmpty() || name.length() > MAX_NAME) {
            throw new Rejected(
                    "feed.name",
                    "the name of a consumer must have 1 to %s characters; given \"%s\"".formatted(MAX_NAME, name));
        }
        if (page < 1 || atMost < 1 || tries < 1 || maxDeadLetters < 1 || lanes < 1) {
            throw new Rejected(
                    "feed.settings",
                    "page, atMost, tries, maxDeadLetters and lanes of consumer %s must be at least 1; given %s, %s, %s, %s and %s"
                            .formatted(name, page, atMost, tries, maxDeadLetters, lanes));
        }
        if (linger.isNegative() || lease.compareTo(SHORTEST_LEASE) < 0) {
            throw new Rejected(
                    "feed.settings",
                    "the linger of consumer %s must be at least zero and its lease at least %s; given %s and %s"
                            .formatted(name, SHORTEST_LEASE, linger, lease));
        }
        ConsumerSettings settings = new ConsumerSettings(
                startingAt, page, atMost, linger, lease, tries, maxDeadLetters, retryWaits, idleWaits, lanes);
        InstantSource time = given(clock, "clock(InstantSource)");
        ConsumerStateStore state = new ConsumerStateStore(given(stateTable, "keeping(Table)"), name);
        ChangeFeed changes = given(feed, "reading(ChangeFeed)");
        Lease ownLease =
                new Lease(state, time, owner(), changes.exclusiveOpening().orElse(null), settings);
        return new FeedConsumer(
                name,
                changes,
                state,
                ownLease,
                time,
                new HandlerCalls(given(handlers, "handler(ChangeHandler)"), given(executor, "executor(Executor)")),
                onDeadLetter,
                settings);
    }

    private String owner() {
        String id = given(owner, "owner(String)");
        if (id.isEmpty()) {
            throw new Rejected(
                    "feed.owner", "the owner of consumer %s is empty; name the process that runs it".formatted(name));
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
