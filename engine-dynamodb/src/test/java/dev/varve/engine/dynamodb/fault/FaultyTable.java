package dev.varve.engine.dynamodb.fault;

import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.engine.dynamodb.Retries;
import dev.varve.table.BlockingTable;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.LocalDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** A table behind a {@link FaultProxy}, with an ordinary client: the SDK's retries are on. */
final class FaultyTable implements AutoCloseable {

    static final int ATTEMPTS = 4;

    private static final AtomicInteger TABLES = new AtomicInteger();

    final MutableClock clock = new MutableClock();
    final FaultProxy proxy;
    final TableSchema schema;
    final Table table;
    private final DynamoDbAsyncClient client;
    private final DynamoDbEngine engine;

    FaultyTable(LocalDatabase database) throws IOException {
        proxy = new FaultProxy(database.endpoint());
        client = database.clientBuilder().endpointOverride(proxy.endpoint()).build();
        engine = engine();
        schema = TableSchema.named("faulty-" + TABLES.incrementAndGet()).build();
        table = engine.open(schema).join();
    }

    /** Returns another engine on the same database, like that of another process. */
    DynamoDbEngine engine() {
        return DynamoDbEngine.builder()
                .clock(clock)
                .random(new Random(7))
                .retries(new Retries(ATTEMPTS, Duration.ofMillis(1), Duration.ofMillis(2)))
                .over(client);
    }

    BlockingTable blocking() {
        return table.blocking();
    }

    @Override
    public void close() {
        engine.close();
        client.close();
        proxy.close();
    }
}
