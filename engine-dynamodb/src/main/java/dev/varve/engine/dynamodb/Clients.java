package dev.varve.engine.dynamodb;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClientBuilder;

/** The clients of an engine: the caller's, or its own, of which that of the streams is made when it is needed. */
final class Clients implements AutoCloseable {

    private final DynamoDbAsyncClient tables;
    private final @Nullable DynamoDbStreamsAsyncClient givenStreams;
    private final boolean own;
    private @Nullable DynamoDbStreamsAsyncClient ownStreams;

    private Clients(DynamoDbAsyncClient tables, @Nullable DynamoDbStreamsAsyncClient givenStreams, boolean own) {
        this.tables = tables;
        this.givenStreams = givenStreams;
        this.own = own;
    }

    static Clients given(DynamoDbAsyncClient tables, @Nullable DynamoDbStreamsAsyncClient streams) {
        return new Clients(tables, streams, false);
    }

    static Clients own(@Nullable DynamoDbStreamsAsyncClient givenStreams) {
        DynamoDbAsyncClientBuilder tables = DynamoDbAsyncClient.builder();
        leaveRetries(tables);
        return new Clients(tables.build(), givenStreams, true);
    }

    /** Makes a client leave retries to the engine. */
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
            DynamoDbStreamsAsyncClientBuilder streams = DynamoDbStreamsAsyncClient.builder();
            leaveRetries(streams);
            ownStreams = streams.build();
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
