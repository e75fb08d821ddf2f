package dev.varve.benchmarks.request;

import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.item.Item;
import dev.varve.table.AttributePath;
import dev.varve.table.Capacity;
import dev.varve.table.Get;
import dev.varve.table.GetResult;
import dev.varve.table.Key;
import dev.varve.table.Page;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * Compares single requests, from plain values to the decoded response: through the engine, including building the
 * request object, and hand-written.
 *
 * <p>Both sides use the same client, run continuations on the calling thread, and work with items. The conversion of
 * items to records is measured separately.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
// Same conditions for both sides in every run: compiled before measuring, single-threaded garbage collection.
@Fork(
        value = 2,
        jvmArgsAppend = {"-Xbatch", "-XX:+UseSerialGC"})
@Warmup(iterations = 10, time = 1)
@Measurement(iterations = 20, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class RequestBenchmark {

    private static final String COUNTER = "COUNT";

    private final List<Item> readings = RequestWorkload.readings();
    private final String[] sorts =
            readings.stream().map(reading -> reading.text("sk")).toArray(String[]::new);
    private final InstantClient client = new InstantClient(readings);
    private final Table table = DynamoDbEngine.builder()
            .clock(RequestWorkload.CLOCK)
            .executor(Runnable::run)
            .over(client)
            .open(RequestWorkload.SCHEMA)
            .join();
    private final HandWrittenRequests byHand = new HandWrittenRequests(client, Runnable::run, RequestWorkload.CLOCK);

    /** Checks that both sides send the same request and return the same result. */
    @Setup
    public void compare() {
        for (int i = 0; i < readings.size(); i++) {
            GetResult found = at(i, this::get);
            DynamoDbRequest get = client.last();
            requireEqual(at(i, this::getByHand), new HandWrittenRequests.Found(found.item(), units(found.capacity())));
            requireEqual(client.last(), get);

            WriteResult written = at(i, this::put);
            DynamoDbRequest put = client.last();
            requireEqual(at(i, this::putByHand), plain(written));
            requireEqual(client.last(), put);

            WriteResult counted = at(i, this::update);
            DynamoDbRequest update = client.last();
            requireEqual(at(i, this::updateByHand), plain(counted));
            requireEqual(client.last(), update);

            Page page = at(i, this::query);
            DynamoDbRequest query = client.last();
            requireEqual(
                    at(i, this::queryByHand),
                    new HandWrittenRequests.Rows(page.items(), page.examined(), Map.of(), units(page.capacity())));
            requireEqual(client.last(), query);
        }
    }

    private <T> T at(int turn, Supplier<T> verb) {
        client.comeTo(turn);
        return verb.get();
    }

    /** Returns a new item, because an item caches its size. */
    private Item fresh(int turn) {
        return readings.get(turn).with("ttl", RequestWorkload.TTL);
    }

    private static double units(Capacity capacity) {
        return capacity.table().read() + capacity.table().write();
    }

    private static HandWrittenRequests.Written plain(WriteResult result) {
        return new HandWrittenRequests.Written(result.isWritten(), null, units(result.capacity()));
    }

    private static void requireEqual(@Nullable Object byHand, @Nullable Object engine) {
        if (!Objects.equals(byHand, engine)) {
            throw new IllegalStateException("by hand %s, by the engine %s".formatted(byHand, engine));
        }
    }

    @Benchmark
    public GetResult get() {
        return table.get(Get.of(Key.of(RequestWorkload.PARTITION, sorts[client.advance()])))
                .join();
    }

    @Benchmark
    public HandWrittenRequests.Found getByHand() {
        return byHand.get(RequestWorkload.PARTITION, sorts[client.advance()]).join();
    }

    @Benchmark
    public WriteResult put() {
        return table.put(Put.of(fresh(client.advance()))
                        .when(AttributePath.attr("pk").absent()))
                .join();
    }

    @Benchmark
    public HandWrittenRequests.Written putByHand() {
        return byHand.putIfAbsent(fresh(client.advance())).join();
    }

    @Benchmark
    public WriteResult update() {
        int turn = client.advance();
        return table.update(Update.of(Key.of(RequestWorkload.PARTITION, COUNTER))
                        .increment("readings", turn + 1)
                        .set("last", sorts[turn]))
                .join();
    }

    @Benchmark
    public HandWrittenRequests.Written updateByHand() {
        int turn = client.advance();
        return byHand.count(RequestWorkload.PARTITION, COUNTER, turn + 1, sorts[turn])
                .join();
    }

    @Benchmark
    public Page query() {
        client.advance();
        return table.query(Query.of(RequestWorkload.PARTITION)
                        .between(sorts[0], sorts[sorts.length - 1])
                        .limit(RequestWorkload.ROWS))
                .join();
    }

    @Benchmark
    public HandWrittenRequests.Rows queryByHand() {
        client.advance();
        return byHand.query(RequestWorkload.PARTITION, sorts[0], sorts[sorts.length - 1])
                .join();
    }
}
