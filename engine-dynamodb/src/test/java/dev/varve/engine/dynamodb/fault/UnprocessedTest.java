package dev.varve.engine.dynamodb.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.engine.dynamodb.Retries;
import dev.varve.item.Item;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchGetResult;
import dev.varve.table.BatchWrite;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Delete;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.Write;
import dev.varve.testkit.local.DynamoDbLocal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

class UnprocessedTest {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final int ATTEMPTS = 3;

    /** A DynamoDB that processes only the first few parts of a batch, and none after a total number. */
    private static final class LimitedBatches implements ExecutionInterceptor {

        private static final ExecutionAttribute<SdkRequest> WHOLE = new ExecutionAttribute<>("whole");

        private final int atOnce;
        private int left;
        private int requests;

        private LimitedBatches(int atOnce, int inAll) {
            this.atOnce = atOnce;
            this.left = inAll;
        }

        @Override
        public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
            attributes.putAttribute(WHOLE, context.request());
            if (context.request() instanceof BatchWriteItemRequest batch) {
                Map.Entry<String, List<WriteRequest>> only =
                        batch.requestItems().entrySet().iterator().next();
                int taken = take(only.getValue().size());
                return batch.toBuilder()
                        .requestItems(Map.of(only.getKey(), only.getValue().subList(0, Math.max(1, taken))))
                        .build();
            }
            return context.request();
        }

        private int take(int wanted) {
            requests++;
            int taken = Math.min(wanted, Math.min(atOnce, left));
            left -= taken;
            return taken;
        }

        @Override
        public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
            if (context.response() instanceof BatchWriteItemResponse response) {
                BatchWriteItemRequest whole = (BatchWriteItemRequest) attributes.getAttribute(WHOLE);
                BatchWriteItemRequest sent = (BatchWriteItemRequest) context.request();
                String table = whole.requestItems().keySet().iterator().next();
                List<WriteRequest> rest = new ArrayList<>(whole.requestItems().get(table));
                rest.subList(0, sent.requestItems().get(table).size()).clear();
                return rest.isEmpty()
                        ? response
                        : response.toBuilder()
                                .unprocessedItems(Map.of(table, rest))
                                .build();
            } else if (context.response() instanceof BatchGetItemResponse response) {
                BatchGetItemRequest whole = (BatchGetItemRequest) context.request();
                String table = whole.requestItems().keySet().iterator().next();
                KeysAndAttributes requested = whole.requestItems().get(table);
                int taken = take(requested.keys().size());
                List<Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue>> kept =
                        requested.keys().subList(0, taken);
                return response.toBuilder()
                        .responses(Map.of(
                                table,
                                response.responses().get(table).stream()
                                        .filter(item ->
                                                kept.contains(Map.of("pk", item.get("pk"), "sk", item.get("sk"))))
                                        .toList()))
                        .unprocessedKeys(
                                taken == requested.keys().size()
                                        ? Map.of()
                                        : Map.of(
                                                table,
                                                requested.toBuilder()
                                                        .keys(requested
                                                                .keys()
                                                                .subList(
                                                                        taken,
                                                                        requested
                                                                                .keys()
                                                                                .size()))
                                                        .build()))
                        .build();
            }
            return context.response();
        }
    }

    private DynamoDbAsyncClient client;
    private Table plain;
    private TableSchema schema;

    @BeforeEach
    void open() {
        schema = TableSchema.named("unprocessed-" + TABLES.incrementAndGet()).build();
        plain = DynamoDbEngine.over(LOCAL.client()).open(schema).join();
    }

    @AfterEach
    void close() {
        client.close();
    }

    private Table limited(LimitedBatches batches) {
        client = LOCAL.database()
                .clientBuilder()
                .overrideConfiguration(o -> o.addExecutionInterceptor(batches))
                .build();
        return DynamoDbEngine.builder()
                .retries(new Retries(ATTEMPTS, Duration.ofMillis(1), Duration.ofMillis(2)))
                .over(client)
                .open(schema)
                .join();
    }

    private static Item item(int i) {
        return Item.of("pk", "p", "sk", "s" + i, "v", i);
    }

    private static List<Key> keys(int count) {
        return IntStream.range(0, count).mapToObj(i -> Key.of("p", "s" + i)).toList();
    }

    @Test
    void unprocessedWritesAreSentAgain() {
        LimitedBatches batches = new LimitedBatches(4, 1000);
        List<Write> puts =
                IntStream.range(0, 25).<Write>mapToObj(i -> Put.of(item(i))).toList();
        BatchWriteResult result = limited(batches).blocking().batchWrite(BatchWrite.of(puts));
        assertThat(result.unprocessed()).isEmpty();
        assertThat(result.capacity().table().write()).isEqualTo(25);
        assertThat(batches.requests).isEqualTo(7);
        assertThat(plain.blocking().scan(Scan.all().consistent()).count()).isEqualTo(25);
    }

    @Test
    void writesThatStayUnprocessedAreReturned() {
        LimitedBatches batches = new LimitedBatches(3, 2);
        plain.blocking().put(item(1));
        List<Write> writes = List.of(Put.of(item(0)), Delete.of(Key.of("p", "s1")), Put.of(item(2)), Put.of(item(3)));
        BatchWriteResult result = limited(batches).blocking().batchWrite(BatchWrite.of(writes));
        // At least one write is processed here, because an empty batch cannot be sent.
        assertThat(result.unprocessed()).isSubsetOf(writes.get(2), writes.get(3));
        assertThat(plain.blocking().scan(Scan.all().consistent()).count())
                .isEqualTo(3 - result.unprocessed().size());
    }

    @Test
    void unprocessedKeysAreReadAgain() {
        IntStream.range(0, 10).forEach(i -> plain.blocking().put(item(i)));
        LimitedBatches batches = new LimitedBatches(3, 1000);
        BatchGetResult result = limited(batches).blocking().batchGet(BatchGet.of(keys(12)));
        assertThat(result.unprocessed()).isEmpty();
        assertThat(result.found()).hasSize(10).containsEntry(Key.of("p", "s7"), item(7));
        assertThat(batches.requests).isEqualTo(4);
    }

    @Test
    void keysThatStayUnprocessedAreReturned() {
        IntStream.range(0, 5).forEach(i -> plain.blocking().put(item(i)));
        LimitedBatches batches = new LimitedBatches(2, 3);
        BatchGetResult result = limited(batches).blocking().batchGet(BatchGet.of(keys(5)));
        assertThat(result.found().keySet()).containsExactlyInAnyOrderElementsOf(keys(3));
        assertThat(result.unprocessed()).containsExactly(Key.of("p", "s3"), Key.of("p", "s4"));
        assertThat(batches.requests).isEqualTo(2 + ATTEMPTS);
    }

    @Test
    void largeResponsesAreReadToTheEnd() {
        client = LOCAL.database().clientBuilder().build();
        String blob = "x".repeat(390_000);
        IntStream.range(0, 45).forEach(i -> plain.blocking().put(item(i).with("blob", blob)));
        BatchGetResult result = plain.blocking().batchGet(BatchGet.of(keys(45)));
        assertThat(result.found()).hasSize(45);
        assertThat(result.unprocessed()).isEmpty();
    }
}
