package dev.varve.testkit.local;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClientBuilder;

/** A new, empty database in this JVM's DynamoDB Local, which keeps one database per access key. */
public final class LocalDatabase implements AutoCloseable {

    static {
        // Suppresses SLF4J's warning about the missing logging backend.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
    }

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final String accessKey = "database" + DATABASES.incrementAndGet();
    private final DynamoDbAsyncClient plain = clientBuilder().build();
    private final DynamoDbAsyncClient client = clientBuilder()
            .overrideConfiguration(o -> o.addExecutionInterceptor(new LocalCorrections(plain)))
            .build();
    private final DynamoDbStreamsAsyncClient streams = streamsBuilder()
            .overrideConfiguration(o -> o.addExecutionInterceptor(new StreamCorrections()))
            .build();

    private LocalDatabase() {}

    public static LocalDatabase open() {
        return new LocalDatabase();
    }

    /** Returns a client of this database that behaves like DynamoDB, see {@link LocalCorrections}. */
    public DynamoDbAsyncClient client() {
        return client;
    }

    /** Returns a builder of further clients of this database, without the corrections. */
    public DynamoDbAsyncClientBuilder clientBuilder() {
        return DynamoDbAsyncClient.builder()
                .endpointOverride(endpoint())
                .region(region())
                .credentialsProvider(credentials());
    }

    /** Returns a client of this database's streams that behaves like DynamoDB Streams. */
    public DynamoDbStreamsAsyncClient streams() {
        return streams;
    }

    /** Returns a builder of further clients of this database's streams, without the corrections. */
    public DynamoDbStreamsAsyncClientBuilder streamsBuilder() {
        return DynamoDbStreamsAsyncClient.builder()
                .endpointOverride(endpoint())
                .region(region())
                .credentialsProvider(credentials());
    }

    public URI endpoint() {
        return LocalServer.endpoint();
    }

    public Region region() {
        return Region.US_EAST_1;
    }

    public AwsCredentialsProvider credentials() {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, "local"));
    }

    @Override
    public void close() {
        streams.close();
        client.close();
        plain.close();
    }
}
