package dev.varve.engine.dynamodb;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;

/** The SDK clients of an engine: the caller's, or its own. The engine's own streams client is created on first use. */
final class Clients implements AutoCloseable {

    private final DynamoDbAsyncClient tables;
    private final @Nullable DynamoDbStreamsAsyncClient givenStreams;
    private final boolean own;
    private final @Nullable String region;
    private final @Nullable URI endpoint;
    private @Nullable DynamoDbStreamsAsyncClient ownStreams;

    private Clients(DynamoDbAsyncClient given, @Nullable DynamoDbStreamsAsyncClient givenStreams) {
        this.tables = given;
        this.givenStreams = givenStreams;
        this.own = false;
        this.region = null;
        this.endpoint = null;
    }

    private Clients(
            @Nullable String region, @Nullable URI endpoint, @Nullable DynamoDbStreamsAsyncClient givenStreams) {
        this.region = region;
        this.endpoint = endpoint;
        this.givenStreams = givenStreams;
        this.own = true;
        this.tables = configured(DynamoDbAsyncClient.builder()).build();
    }

    static Clients given(DynamoDbAsyncClient tables, @Nullable DynamoDbStreamsAsyncClient streams) {
        return new Clients(tables, streams);
    }

    /** Returns clients that the engine owns. The SDK's default providers supply what is not given. */
    static Clients own(
            @Nullable String region, @Nullable URI endpoint, @Nullable DynamoDbStreamsAsyncClient givenStreams) {
        return new Clients(region, endpoint, givenStreams);
    }

    private <B extends AwsClientBuilder<B, ?>> B configured(B client) {
        leaveRetries(client);
        if (region != null) {
            client.region(Region.of(region));
        }
        if (endpoint != null) {
            client.endpointOverride(endpoint);
        }
        return client;
    }

    /** Turns the client's retries off, because the engine retries by itself. */
    static void leaveRetries(AwsClientBuilder<?, ?> client) {
        client.overrideConfiguration(client.overrideConfiguration().toBuilder()
                .retryStrategy(AwsRetryStrategy.doNotRetry())
                .build());
    }

    DynamoDbAsyncClient tables() {
        return tables;
    }

    synchronized @Nullable DynamoDbStreamsAsyncClient streams() {
        if (givenStreams != null || !own) {
            return givenStreams;
        }
        if (ownStreams == null) {
            ownStreams = configured(DynamoDbStreamsAsyncClient.builder()).build();
        }
        return ownStreams;
    }

    @Override
    public synchronized void close() {
        if (own) {
            tables.close();
        }
        if (ownStreams != null) {
            ownStreams.close();
        }
    }
}
