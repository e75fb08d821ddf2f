package dev.varve.engine.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.item.Item;
import dev.varve.item.ValueType;
import dev.varve.table.BlockingTable;
import dev.varve.table.Get;
import dev.varve.table.GetResult;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.testkit.local.DynamoDbLocal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

class DynamoDbEngineTest {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final Key KEY = Key.of("p", "s");

    private final DynamoDbEngine engine = DynamoDbEngine.over(LOCAL.client());

    private static TableSchema.Builder schema() {
        return TableSchema.named("engine-" + TABLES.incrementAndGet());
    }

    private static TableDescription described(TableSchema schema) {
        return LOCAL.client()
                .describeTable(request -> request.tableName(schema.name()))
                .join()
                .table();
    }

    private static Rejected refused(CompletableFuture<?> future) {
        return (Rejected)
                catchThrowableOfType(CompletionException.class, future::join).getCause();
    }

    @Test
    @SuppressWarnings("NullAway") // A caller without null checks can pass null.
    void invalidDurationIsRefused() {
        Duration absurd = Duration.ofSeconds(Long.MAX_VALUE);
        for (Duration time : new Duration[] {null, Duration.ZERO, Duration.ofNanos(-1), absurd}) {
            assertThat(catchThrowableOfType(
                            Rejected.class, () -> DynamoDbEngine.builder().tableTimeout(time)))
                    .hasMessage("tableTimeout is %s; it must be longer than 0 and at most PT24H", time);
        }
        for (Duration time : new Duration[] {null, Duration.ofNanos(-1), absurd}) {
            assertThat(catchThrowableOfType(Rejected.class, () -> new Retries(2, time, Duration.ofSeconds(1))))
                    .hasMessage("a wait between retries is %s; it must be from 0 to PT1H", time);
            assertThat(catchThrowableOfType(Rejected.class, () -> new Retries(2, Duration.ZERO, time)))
                    .hasMessage("a wait between retries is %s; it must be from 0 to PT1H", time);
        }
    }

    @Test
    void tableIsCreatedAsDeclared() {
        TableSchema schema = schema().index("gsi1", "gsi1pk", "gsi1sk").build();
        engine.open(schema).join();
        TableDescription table = described(schema);
        assertThat(table.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(table.streamSpecification().streamViewType()).isEqualTo(StreamViewType.NEW_AND_OLD_IMAGES);
        assertThat(LOCAL.client()
                        .describeTimeToLive(request -> request.tableName(schema.name()))
                        .join()
                        .timeToLiveDescription()
                        .attributeName())
                .isEqualTo("ttl");
        assertThat(engine.drift(schema).join()).isEmpty();
    }

    @Test
    void tableCanHaveProvisionedCapacity() {
        TableSchema schema = schema().withoutChanges().withoutTtl().build();
        DynamoDbEngine.builder()
                .billing(Billing.provisioned(3, 4))
                .over(LOCAL.client())
                .open(schema)
                .join();
        TableDescription table = described(schema);
        assertThat(table.provisionedThroughput().writeCapacityUnits()).isEqualTo(4);
        assertThat(table.streamSpecification()).isNull();
    }

    @Test
    void openingTwiceGivesTheSameTable() {
        TableSchema schema = schema().build();
        assertThat(engine.open(schema).join()).isSameAs(engine.open(schema).join());
    }

    @Test
    void severalProcessesCanCreateOneTable() {
        TableSchema schema = schema().index("gsi1", "gsi1pk", "gsi1sk").build();
        List<CompletableFuture<Table>> opening = IntStream.range(0, 8)
                .mapToObj(i -> DynamoDbEngine.over(LOCAL.client()).open(schema))
                .toList();
        opening.get(0).join().put(Put.of(Item.of("pk", "p", "sk", "s"))).join();
        assertThat(opening.stream().map(table -> table.join().blocking().get(KEY)))
                .allMatch(found -> found.isPresent());
    }

    @Test
    void tableWithDriftIsRefusedAndNotChanged() {
        TableSchema made = schema().build();
        engine.open(made).join();
        TableSchema declared = TableSchema.named(made.name())
                .sort("at", ValueType.NUMBER)
                .ttl("expires")
                .index("gsi1", "gsi1pk", "gsi1sk")
                .build();
        List<String> differences = engine.drift(declared).join();
        assertThat(differences)
                .hasSize(3)
                .contains(
                        "TTL attribute is declared as expires, but the table has ttl",
                        "index gsi1 is declared, but the table has none");
        for (DynamoDbEngine other : List.of(engine, DynamoDbEngine.over(LOCAL.client()))) {
            Rejected error = refused(other.open(declared));
            assertThat(error.code()).isEqualTo("table.drift");
            assertThat(error)
                    .hasMessage("table %s is not as declared: %s", made.name(), String.join("; ", differences));
        }
        assertThat(engine.drift(made).join()).isEmpty();
    }

    @Test
    void absentTableHasNoDrift() {
        assertThat(engine.drift(schema().build()).join()).isEmpty();
    }

    @Test
    void missingTtlAttributeIsDrift() {
        TableSchema made = schema().withoutTtl().build();
        engine.open(made).join();
        TableSchema declared = TableSchema.named(made.name()).build();
        Rejected error = refused(DynamoDbEngine.over(LOCAL.client()).open(declared));
        assertThat(error.code()).isEqualTo("table.drift");
    }

    @Test
    void deletedTableIsMissing() {
        TableSchema schema = schema().build();
        BlockingTable table = engine.open(schema).join().blocking();
        LOCAL.client().deleteTable(request -> request.tableName(schema.name())).join();
        Rejected error = catchThrowableOfType(Rejected.class, () -> table.get(KEY));
        assertThat(error.code()).isEqualTo("table.missing");
    }

    @Test
    void continuationsRunOnTheGivenExecutor() {
        ExecutorService executor = Executors.newSingleThreadExecutor(work -> new Thread(work, "continuations"));
        try {
            Table table = DynamoDbEngine.builder()
                    .executor(executor)
                    .over(LOCAL.client())
                    .open(schema().build())
                    .join();
            String thread = table.get(Get.of(KEY))
                    .thenApply(result -> Thread.currentThread().getName())
                    .join();
            // Runs on the caller's own thread if the response came first.
            assertThat(thread).isIn("continuations", Thread.currentThread().getName());
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void closedEngineRefusesCallsAndLeavesTheClientOpen() {
        DynamoDbEngine closing = DynamoDbEngine.over(LOCAL.client());
        BlockingTable table = closing.open(schema().build()).join().blocking();
        closing.close();
        Unavailable error = catchThrowableOfType(Unavailable.class, () -> table.get(KEY));
        assertThat(error.code()).isEqualTo("engine.closed");
        assertThat(LOCAL.client().listTables().join().tableNames()).isNotEmpty();
    }

    @Test
    void configuredClientLeavesRetriesToTheEngine() {
        DynamoDbAsyncClientBuilder builder = LOCAL.database().clientBuilder();
        DynamoDbEngine.configure(builder);
        try (DynamoDbAsyncClient client = builder.build()) {
            assertThat(client.serviceClientConfiguration()
                            .overrideConfiguration()
                            .retryStrategy()
                            .orElseThrow()
                            .maxAttempts())
                    .isOne();
            Table table = DynamoDbEngine.over(client).open(schema().build()).join();
            assertThat(table.get(Get.of(KEY)).join())
                    .extracting(GetResult::item)
                    .isNull();
        }
    }

    @Test
    void manyRequestsCanBeInFlight() {
        Table table = engine.open(schema().build()).join();
        Stream<CompletableFuture<?>> puts =
                IntStream.range(0, 200).mapToObj(i -> table.put(Put.of(Item.of("pk", "p", "sk", "s" + i))));
        CompletableFuture.allOf(puts.toArray(CompletableFuture[]::new)).join();
        assertThat(table.blocking().query(Query.of("p")).count()).isEqualTo(200);
    }
}
