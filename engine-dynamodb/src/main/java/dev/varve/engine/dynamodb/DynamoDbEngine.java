package dev.varve.engine.dynamodb;

import dev.varve.engine.Engine;
import dev.varve.engine.dynamodb.internal.EngineSettings;
import dev.varve.engine.dynamodb.internal.table.Tables;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.internal.Durations;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;

/**
 * An engine on DynamoDB, or on any service that a {@link DynamoDbAsyncClient} talks to: DAX, a VPC endpoint, DynamoDB
 * Local.
 *
 * <p>The engine retries what is safe to retry, within bounds. It turns the SDK's retries off, because the SDK would
 * repeat an increment whose response was lost. It does so for each request; a client built with {@link #configure}
 * saves this small overhead. A client that is not the SDK's own must not retry writes without a response.
 *
 * <p>The engine reads the changes of a table from its stream, with a separate client: {@link Builder#streams}. If the
 * declaration keeps changes, a new table is created with a stream of old and new images. The engine never changes the
 * stream of an existing table: a stream that is missing or holds less is reported as drift.
 */
public final class DynamoDbEngine implements Engine, FeedSource {

    private final Clients clients;
    private final Tables tables;
    private final Optional<Executor> journalDelay;

    private DynamoDbEngine(Clients clients, EngineSettings settings, Duration journalDelay) {
        this.clients = clients;
        this.journalDelay = journalDelay.isZero()
                ? Optional.empty()
                : Optional.of(CompletableFuture.delayedExecutor(
                        journalDelay.toNanos(), TimeUnit.NANOSECONDS, settings.executor()));
        this.tables = new Tables(clients.tables(), clients::streams, settings);
    }

    /** Returns an engine on the caller's client, which stays open when the engine is closed. */
    public static DynamoDbEngine over(DynamoDbAsyncClient client) {
        return builder().over(client);
    }

    /** Returns an engine with its own clients. Region and credentials come from the SDK's default providers. */
    public static DynamoDbEngine connect() {
        return builder().connect();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Turns the client's retries off, because the engine retries by itself. */
    public static void configure(DynamoDbAsyncClientBuilder client) {
        Clients.leaveRetries(client);
    }

    @Override
    public CompletableFuture<Table> open(TableSchema schema) {
        return tables.open(schema);
    }

    /** Returns whether a table of this name exists; {@link #open} would create it. */
    public CompletableFuture<Boolean> exists(String table) {
        return tables.exists(table);
    }

    @Override
    public CompletableFuture<List<String>> drift(TableSchema schema) {
        return tables.drift(schema);
    }

    /**
     * Returns the change feed of this table. Rejects a table that is not open or keeps no changes, and every table if
     * the engine has no client for DynamoDB Streams.
     */
    @Override
    public ChangeFeed changes(String table) {
        return tables.changes(table);
    }

    @Override
    public InstantSource clock() {
        return tables.clock();
    }

    @Override
    public Optional<Executor> journalDelay() {
        return journalDelay;
    }

    @Override
    public void close() {
        tables.close();
        clients.close();
    }

    /** Collects the settings of an engine; all of them have defaults. */
    public static final class Builder {

        private static final int IDLE_SECONDS = 10;

        /** The longest time to wait for a new table, which is polled several times per second. */
        private static final Duration MAX_TABLE_TIMEOUT = Duration.ofDays(1);

        /** An append takes as long, so more would look like a failure. */
        private static final Duration MAX_JOURNAL_DELAY = Duration.ofSeconds(10);

        private InstantSource clock = InstantSource.system();
        private @Nullable Executor executor;
        private RandomGenerator random = new SecureRandom();
        private Retries retries = Retries.DEFAULT;
        private Billing billing = Billing.onDemand();
        private Duration tableTimeout = Duration.ofMinutes(5);
        private Duration journalDelay = Duration.ofMillis(200);
        private @Nullable DynamoDbStreamsAsyncClient streams;
        private @Nullable String region;
        private @Nullable URI endpoint;

        private Builder() {}

        /** Sets the clock that decides when items expire. The default is the system clock. */
        public Builder clock(InstantSource source) {
            clock = source;
            return this;
        }

        /**
         * Sets the executor that runs everything after a response, including the caller's continuations. By default the
         * engine uses its own threads, and adds threads while continuations block. An executor with a fixed number of
         * threads, such as the common pool, stops once continuations block all of them.
         */
        public Builder executor(Executor continuations) {
            executor = continuations;
            return this;
        }

        /** Sets the random generator for waits between retries and for transaction tokens. */
        public Builder random(RandomGenerator generator) {
            random = generator;
            return this;
        }

        public Builder retries(Retries bounds) {
            retries = bounds;
            return this;
        }

        /** Sets the billing mode of tables that the engine creates. The default is on demand. */
        public Builder billing(Billing mode) {
            billing = mode;
            return this;
        }

        /** Sets how long opening waits for a new table, at most one day. The default is five minutes. */
        public Builder tableTimeout(Duration longest) {
            tableTimeout = Durations.positive("table.timeout", "tableTimeout", longest, MAX_TABLE_TIMEOUT);
            return this;
        }

        /**
         * Sets how long an append to a packed series waits for others, at most 10 seconds; zero for not at all. Appends
         * that wait together share one record, which costs a write unit for each started KB. The default is 200
         * milliseconds.
         */
        public Builder journalDelay(Duration wait) {
            journalDelay =
                    wait.isZero() ? wait : Durations.positive("journal.delay", "journalDelay", wait, MAX_JOURNAL_DELAY);
            return this;
        }

        /**
         * Sets the client for change feeds; it stays open when the engine is closed. An engine {@link #over} a client
         * has no feeds without it.
         */
        public Builder streams(DynamoDbStreamsAsyncClient client) {
            streams = client;
            return this;
        }

        /** Returns an engine on the caller's client, which stays open when the engine is closed. */
        public DynamoDbEngine over(DynamoDbAsyncClient client) {
            return new DynamoDbEngine(Clients.given(client, streams), settings(), journalDelay);
        }

        /** Sets the region of the engine's own clients, such as {@code eu-central-1}. */
        public Builder region(String name) {
            region = name;
            return this;
        }

        /** Sets the endpoint of the engine's own clients, such as DynamoDB Local or a VPC endpoint. */
        public Builder endpoint(URI address) {
            endpoint = address;
            return this;
        }

        /**
         * Returns an engine with its own clients. The credentials, and the region unless it was set, come from the
         * SDK's default providers.
         */
        public DynamoDbEngine connect() {
            return new DynamoDbEngine(Clients.own(region, endpoint, streams), settings(), journalDelay);
        }

        private EngineSettings settings() {
            return new EngineSettings(
                    clock, executor == null ? ownThreads() : executor, random, retries, billing, tableTimeout);
        }

        /**
         * Returns an executor that starts a thread if none is free, so blocked continuations do not delay others. There
         * are at most as many threads as responses being processed. Idle threads end by themselves, so requests that
         * are in flight when the engine is closed still complete.
         */
        private static Executor ownThreads() {
            return new ThreadPoolExecutor(
                    0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                        Thread thread = new Thread(task, "varve-dynamodb");
                        thread.setDaemon(true);
                        return thread;
                    });
        }
    }
}
