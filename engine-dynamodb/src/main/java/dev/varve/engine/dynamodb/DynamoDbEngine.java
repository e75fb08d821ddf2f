package dev.varve.engine.dynamodb;

import dev.varve.core.table.Engine;
import dev.varve.core.table.Table;
import dev.varve.core.table.TableSchema;
import dev.varve.engine.dynamodb.internal.Settings;
import dev.varve.engine.dynamodb.internal.table.Tables;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;

/**
 * Tables in DynamoDB, or in whatever a {@link DynamoDbAsyncClient} talks to: DAX, a VPC endpoint, DynamoDB Local.
 *
 * <p>The engine retries by itself, within bounds, what is safe to retry, and keeps the SDK from doing so: the SDK would
 * repeat an increment whose answer was lost. It does that request by request; a client made with {@link #configure}
 * saves the small effort. A client that is not the SDK's own must not retry lost writes.
 */
public final class DynamoDbEngine implements Engine {

    private final DynamoDbAsyncClient client;
    private final boolean ownsClient;
    private final Tables tables;

    private DynamoDbEngine(DynamoDbAsyncClient client, boolean ownsClient, Settings settings) {
        this.client = client;
        this.ownsClient = ownsClient;
        this.tables = new Tables(client, settings);
    }

    /** Returns an engine on the caller's client, which stays open when the engine is closed. */
    public static DynamoDbEngine over(DynamoDbAsyncClient client) {
        return builder().over(client);
    }

    /** Returns an engine on a client of its own, with region and credentials found where the SDK looks for them. */
    public static DynamoDbEngine connect() {
        return builder().connect();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Makes a client leave retries to the engine. */
    public static void configure(DynamoDbAsyncClientBuilder client) {
        client.overrideConfiguration(client.overrideConfiguration().toBuilder()
                .retryStrategy(AwsRetryStrategy.doNotRetry())
                .build());
    }

    @Override
    public CompletableFuture<Table> open(TableSchema schema) {
        return tables.open(schema);
    }

    @Override
    public CompletableFuture<List<String>> drift(TableSchema schema) {
        return tables.drift(schema);
    }

    @Override
    public void close() {
        tables.close();
        if (ownsClient) {
            client.close();
        }
    }

    /** Collects what an engine may be given; everything has a default. */
    public static final class Builder {

        private InstantSource clock = InstantSource.system();
        private Executor executor = ForkJoinPool.commonPool();
        private RandomGenerator random = new SecureRandom();
        private Retries retries = Retries.DEFAULT;
        private Billing billing = Billing.onDemand();
        private Duration tableTimeout = Duration.ofMinutes(5);

        private Builder() {}

        /** Tells the time by which items expire; the system's unless said otherwise. */
        public Builder clock(InstantSource source) {
            clock = source;
            return this;
        }

        /** Runs everything that follows an answer, the caller's continuations too; the common pool unless said otherwise. */
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

        /** Bounds how long opening waits for a new table; five minutes unless said otherwise. */
        public Builder tableTimeout(Duration longest) {
            tableTimeout = longest;
            return this;
        }

        /** Returns an engine on the caller's client, which stays open when the engine is closed. */
        public DynamoDbEngine over(DynamoDbAsyncClient client) {
            return new DynamoDbEngine(client, false, settings());
        }

        /** Returns an engine on a client of its own, with region and credentials found where the SDK looks for them. */
        public DynamoDbEngine connect() {
            DynamoDbAsyncClientBuilder client = DynamoDbAsyncClient.builder();
            configure(client);
            return new DynamoDbEngine(client.build(), true, settings());
        }

        private Settings settings() {
            return new Settings(clock, executor, random, retries, billing, tableTimeout);
        }
    }
}
