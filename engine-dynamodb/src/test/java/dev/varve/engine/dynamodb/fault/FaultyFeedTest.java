package dev.varve.engine.dynamodb.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.engine.dynamodb.Retries;
import dev.varve.engine.dynamodb.fault.FaultProxy.Fault;
import dev.varve.error.Throttled;
import dev.varve.error.Unavailable;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.table.TableSchema;
import dev.varve.testkit.local.DynamoDbLocal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;

/** A feed whose stream throttles, loses records and loses responses. */
class FaultyFeedTest {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    private static final int ATTEMPTS = 4;
    private static final AtomicInteger TABLES = new AtomicInteger();

    private final TableSchema schema =
            TableSchema.named("faulty-feed-" + TABLES.incrementAndGet()).build();
    private final ExecutorService executor = Executors.newFixedThreadPool(2, work -> new Thread(work, "continuations"));
    private FaultProxy proxy;
    private DynamoDbStreamsAsyncClient client;
    private DynamoDbEngine engine;
    private ChangeFeed feed;

    @BeforeEach
    void open() throws IOException {
        proxy = new FaultProxy(LOCAL.database().endpoint());
        client = LOCAL.database()
                .streamsBuilder()
                .endpointOverride(proxy.endpoint())
                .build();
        engine = DynamoDbEngine.builder()
                .retries(new Retries(ATTEMPTS, Duration.ofMillis(1), Duration.ofMillis(2)))
                .executor(executor)
                .streams(client)
                .over(LOCAL.client());
        var table = engine.open(schema).join().blocking();
        for (int i = 0; i < 4; i++) {
            table.put(Item.of("pk", "p", "sk", "s", "v", i));
        }
        feed = engine.changes(schema.name());
    }

    @AfterEach
    void close() {
        engine.close();
        client.close();
        proxy.close();
        executor.shutdown();
    }

    private void injectAlways(String operation, Fault fault) {
        IntStream.range(0, ATTEMPTS).forEach(i -> proxy.inject(operation, fault));
    }

    private FeedPage.Changes read(FeedPosition after, int most) {
        return (FeedPage.Changes) feed.read(after, most).join();
    }

    private Throwable error() {
        return catchThrowableOfType(
                        CompletionException.class,
                        () -> feed.read(FeedPosition.BEGINNING, 10).join())
                .getCause();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DescribeStream", "GetShardIterator", "GetRecords"})
    void throttlingIsRetriedWithinBounds(String operation) {
        proxy.inject(operation, Fault.refused("LimitExceededException"), Fault.refused("ThrottlingException"));
        assertThat(read(FeedPosition.BEGINNING, 10).changes()).hasSize(4);
        assertThat(proxy.count(operation)).isEqualTo(3);
        injectAlways(operation, Fault.refused("LimitExceededException"));
        assertThat(error())
                .isInstanceOf(Throttled.class)
                .hasMessage("DynamoDB throttled the request after 4 attempts: LimitExceededException (400)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DescribeStream", "GetShardIterator", "GetRecords"})
    void requestsWithLostResponsesAreRepeated(String operation) {
        proxy.inject(operation, new Fault.Lost(), new Fault.Broken());
        assertThat(read(FeedPosition.BEGINNING, 10).changes()).hasSize(4);
        injectAlways(operation, new Fault.Dropped());
        assertThat(error()).isInstanceOf(Unavailable.class);
    }

    @Test
    void expiredIteratorIsReplaced() {
        FeedPosition position = read(FeedPosition.BEGINNING, 1).next();
        proxy.inject("GetRecords", Fault.refused("ExpiredIteratorException"));
        assertThat(read(position, 10).changes()).hasSize(3);
        assertThat(proxy.count("GetShardIterator")).isEqualTo(2);
    }

    @Test
    void iteratorsThatAlwaysExpireAreNotRetriedForever() {
        injectAlways("GetRecords", Fault.refused("ExpiredIteratorException"));
        assertThat(error())
                .isInstanceOf(Unavailable.class)
                .hasMessageMatching("3 new iterators of shard shardId-\\S+ had expired before their first use");
    }

    @Test
    void iteratorsAreKeptBetweenReads() {
        FeedPosition position = FeedPosition.BEGINNING;
        for (int i = 0; i < 4; i++) {
            position = read(position, 1).next();
        }
        for (int i = 0; i < 10; i++) {
            assertThat(read(position, 10).changes()).isEmpty();
        }
        assertThat(proxy.count("GetShardIterator")).isOne();
        assertThat(proxy.count("DescribeStream")).isOne();
        assertThat(proxy.count("GetRecords")).isEqualTo(14);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TrimmedDataAccessException", "ResourceNotFoundException"})
    void trimmedRecordsAreReported(String type) {
        FeedPosition position = read(FeedPosition.BEGINNING, 1).next();
        proxy.inject("GetRecords", Fault.refused("ExpiredIteratorException"));
        proxy.inject("GetShardIterator", Fault.refused(type));
        FeedPage page = feed.read(position, 10).join();
        assertThat(page).isInstanceOf(FeedPage.Trimmed.class);
        assertThat(read(((FeedPage.Trimmed) page).oldest(), 10).changes()).isNotEmpty();
    }

    @Test
    void continuationsRunOnTheGivenExecutor() {
        ConcurrentSkipListSet<String> threads = new ConcurrentSkipListSet<>();
        for (int i = 0; i < 20; i++) {
            List<Change> changes = feed.read(FeedPosition.BEGINNING, 2)
                    .thenApply(page -> {
                        threads.add(Thread.currentThread().getName());
                        return ((FeedPage.Changes) page).changes();
                    })
                    .join();
            assertThat(changes).hasSize(2);
        }
        // Runs on the caller's own thread if the response came first.
        assertThat(threads).isSubsetOf("continuations", Thread.currentThread().getName());
    }
}
