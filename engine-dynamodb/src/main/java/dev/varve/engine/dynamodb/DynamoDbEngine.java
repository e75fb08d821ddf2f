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
 * Tables in DynamoDB, or in whatever a {@link DynamoDbAsyncClient} talks to: DAX, a VPC endpoint, DynamoDB Local.
 *
 * <p>The engine retries by itself, within bounds, what is safe to retry, and keeps the SDK from doing so: the SDK would
 * repeat an increment whose answer was lost. It does that request by request; a client made with {@link #configure}
 * saves the small effort. A client that is not the SDK's own must not retry lost writes.
 *
 * <p>The changes of a table are read from its stream, by a client of their own: {@link Builder#streams}. A declaration that
 * keeps changes makes a new table with a stream of old and new images. The stream of a table that exists is its owner's
 * affair: one that is missing or holds less is reported as drift and never turned on.
 */
public final class DynamoDbEngine implements Engine, FeedSource {

    private final Clients clients;
    private final Tables tables;

    private DynamoDbEngine(Clients clients, EngineSettings settings) {
        this.clients = clients;
        this.tables = new Tables(clients.tables(), clients::streams, settings);
    }

    /** Returns an engine on the caller's client, which stays open when the engine is closed. */
    public static DynamoDbEngine over(DynamoDbAsyncClient client) {
        return builder().over(client);
    }

    /** Returns an engine on clients of its own, with region and credentials found where the SDK looks for them. */
    public static DynamoDbEngine connect() {
        return builder().connect();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Makes a client leave retries to the engine. */
    public static void configure(DynamoDbAsyncClientBuilder client) {
        Clients.leaveRetries(client);
    }

    @Override
    public CompletableFuture<Table> open(TableSchema schema) {
        return tables.open(schema);
    }

    /** Returns whether there is a table of this name, which {@link #open} would make. */
    public CompletableFuture<Boolean> exists(String table) {
        return tables.exists(table);
    }

    @Override
    public CompletableFuture<List<String>> drift(TableSchema schema) {
        return tables.drift(schema);
    }

    /**
     * Returns the feed of this table; refuses a table that is not open or keeps no changes, and every table where the
     * engine was given no client of DynamoDB Streams.
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
    public void close() {
        tables.close();
        clients.close();
    }

    /** Collects what an engine may be given; everything has a default. */
    public static final class Builder {

        private static final int IDLE_SECONDS = 10;

        /** Opening polls for a new table several times a second: nobody waits for longer than this. */
        private static final Duration MAX_TABLE_TIMEOUT = Duration.ofDays(1);

        private InstantSource clock = InstantSource.system();
        private @Nullable Executor executor;
        private RandomGenerator random = new SecureRandom();
        private Retries retries = Retries.DEFAULT;
        private Billing billing = Billing.onDemand();
        private Duration tableTimeout = Duration.ofMinutes(5);
        private @Nullable DynamoDbStreamsAsyncClient streams;
        private @Nullable String region;
        private @Nullable URI endpoint;

        private Builder() {}

        /** Tells the time by which items expire; the system's unless said otherwise. */
        public Builder clock(InstantSource source) {
            clock = source;
            return this;
        }

        /**
         * Runs everything that follows an answer, also the caller's continuations. Unless set, the engine has threads of its
         * own, and more of them while continuations block. An executor with a fixed number of threads, such as the common
         * pool, stands still once continuations block all of them.
         */
        public Builder executor(Executor continuations) {
            executor = continuations;
            return this;
        }

        /** Chooses waits between retries and tokens of transactions. */
        public Builder random(RandomGenerator generator) {
            random = generator;
            return this;
        }

        public Builder retries(Retries bounds) {
            retries = bounds;
            return this;
        }

        /** Says how tables the engine creates are billed; on demand unless said otherwise. */
        public Builder billing(Billing mode) {
            billing = mode;
            return this;
        }

        /** Bounds how long opening waits for a new table, at most a day; five minutes unless said otherwise. */
        public Builder tableTimeout(Duration longest) {
            tableTimeout = Durations.positive("table.timeout", "tableTimeout", longest, MAX_TABLE_TIMEOUT);
            return this;
        }

        /**
         * Reads the changes of tables by this client, which stays open when the engine is closed; an engine {@link #over}
         * a client has no feeds unless it is given one.
         */
        public Builder streams(DynamoDbStreamsAsyncClient client) {
            streams = client;
            return this;
        }

        /** Returns an engine on the caller's client, which stays open when the engine is closed. */
        public DynamoDbEngine over(DynamoDbAsyncClient client) {
            return new DynamoDbEngine(Clients.given(client, streams), settings());
        }

        /** Sets the region of clients of its own, {@code eu-central-1}. */
        public Builder region(String name) {
            region = name;
            return this;
        }

        /** Sets where clients of its own connect to: DynamoDB Local, a VPC endpoint. */
        public Builder endpoint(URI address) {
            endpoint = address;
            return this;
        }

        /**
         * Returns an engine on clients of its own, with credentials found where the SDK looks for them, and there the
         * region too unless it was given.
         */
        public DynamoDbEngine connect() {
            return new DynamoDbEngine(Clients.own(region, endpoint, streams), settings());
        }

        private EngineSettings settings() {
            return new EngineSettings(
                    clock, executor == null ? ownThreads() : executor, random, retries, billing, tableTimeout);
        }

        /**
         * Returns an executor that begins a thread where none is free, so blocked continuations hold up no others: there are
         * at most as many threads as answers that are being worked on. Idle threads end by themselves, so requests that are
         * under way when the engine is closed still get their answer.
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
