package dev.varve.engine.dynamodb.internal.feed;

import dev.varve.engine.dynamodb.internal.EngineSettings;
import dev.varve.engine.dynamodb.internal.call.Backoff;
import dev.varve.engine.dynamodb.internal.call.Calls;
import dev.varve.error.Rejected;
import dev.varve.feed.ChangeFeed;
import dev.varve.table.TableSchema;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;

/** The change feeds of one engine's tables, each created on first use. */
public final class Feeds {

    private final EngineSettings settings;
    private final Calls<DynamoDbAsyncClient> tables;
    private final Clients clients;
    private final Map<String, StreamFeed> feeds = new HashMap<>();
    private @Nullable Calls<DynamoDbStreamsAsyncClient> streams;
    // Positions of other processes, and of earlier runs with the same seed, must not be confused with this one's.
    private long nonce = UUID.randomUUID().getMostSignificantBits();

    /** Supplies the client for DynamoDB Streams. */
    @FunctionalInterface
    public interface Clients {
        /** Returns the same client each time, or null if there is none. */
        @Nullable
        DynamoDbStreamsAsyncClient client();
    }

    public Feeds(EngineSettings settings, Calls<DynamoDbAsyncClient> tables, Clients clients) {
        this.settings = settings;
        this.tables = tables;
        this.clients = clients;
    }

    /** Returns the feed of an open table; rejects a table that keeps no changes. */
    public synchronized ChangeFeed of(TableSchema schema) {
        if (schema.changes() == TableSchema.Changes.NOT_KEPT) {
            throw new Rejected(
                    "feed.not-kept",
                    "table %s is declared without changes and has no change feed".formatted(schema.name()));
        }
        Calls<DynamoDbStreamsAsyncClient> calls = streams(schema.name());
        return feeds.computeIfAbsent(
                schema.name(),
                name -> new StreamFeed(
                        schema, new TableStream(name, tables, calls), settings.clock(), this::nextNonce));
    }

    private Calls<DynamoDbStreamsAsyncClient> streams(String table) {
        if (streams == null) {
            DynamoDbStreamsAsyncClient client = clients.client();
            if (client == null) {
                throw new Rejected(
                        "feed.no-client",
                        "table %s cannot be followed: this engine has no client for DynamoDB Streams. Set one with builder().streams(client)"
                                .formatted(table));
            }
            Backoff backoff = new Backoff(settings.retries(), settings.random(), settings.executor());
            streams = new Calls<>(client, settings.executor(), backoff);
        }
        return streams;
    }

    private synchronized String nextNonce() {
        return Long.toUnsignedString(nonce++, Character.MAX_RADIX);
    }

    public synchronized void close() {
        if (streams != null) {
            streams.close();
        }
    }
}
