package dev.varve.server.ops;

import dev.varve.engine.ForwardingTable;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchGetResult;
import dev.varve.table.BatchWrite;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Capacity;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.GetResult;
import dev.varve.table.Page;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactGetResult;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** A table that reports the capacity of each request. */
final class MeteredTable extends ForwardingTable {

    private final CapacityMeter meter;

    MeteredTable(Table table, CapacityMeter meter) {
        super(table);
        this.meter = meter;
    }

    private <R> CompletableFuture<R> metered(
            String operation, Supplier<CompletableFuture<R>> request, Function<R, Capacity> capacity) {
        // Embedded engines work inside the call, so the time starts before it.
        long start = System.nanoTime();
        return metered(operation, start, request.get(), capacity);
    }

    private <R> CompletableFuture<R> metered(
            String operation, long start, CompletableFuture<R> answer, Function<R, Capacity> capacity) {
        return answer.whenComplete((result, failure) -> {
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            meter.used(
                    failure == null
                            ? new CapacityMeter.Used(
                                    schema().name(),
                                    operation,
                                    1,
                                    capacity.apply(result).total(),
                                    took,
                                    false)
                            : new CapacityMeter.Used(schema().name(), operation, 1, Capacity.Units.NONE, took, true));
        });
    }

    @Override
    public Table deferred() {
        return new MeteredTable(delegate().deferred(), meter);
    }

    @Override
    public CompletableFuture<GetResult> get(Get get) {
        return metered("GetItem", () -> delegate().get(get), GetResult::capacity);
    }

    @Override
    public CompletableFuture<WriteResult> put(Put put) {
        return metered("PutItem", () -> delegate().put(put), WriteResult::capacity);
    }

    @Override
    public int putsAtOnce() {
        return delegate().putsAtOnce();
    }

    @Override
    public List<CompletableFuture<WriteResult>> putEach(List<Put> puts) {
        long start = System.nanoTime();
        List<CompletableFuture<WriteResult>> answers = delegate().putEach(puts);
        // An embedded engine has answered all of them, which makes one call of the meter.
        if (!answers.isEmpty() && answers.stream().allMatch(MeteredTable::isAnswered)) {
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            Capacity.Units sum = Capacity.Units.NONE;
            for (CompletableFuture<WriteResult> answer : answers) {
                sum = sum.plus(answer.join().capacity().total());
            }
            meter.used(new CapacityMeter.Used(schema().name(), "PutItem", answers.size(), sum, took, false));
            return answers;
        }
        return answers.stream()
                .map(answer -> metered("PutItem", start, answer, WriteResult::capacity))
                .toList();
    }

    private static boolean isAnswered(CompletableFuture<?> answer) {
        return answer.isDone() && !answer.isCompletedExceptionally();
    }

    @Override
    public CompletableFuture<WriteResult> update(Update update) {
        return metered("UpdateItem", () -> delegate().update(update), WriteResult::capacity);
    }

    @Override
    public CompletableFuture<WriteResult> delete(Delete delete) {
        return metered("DeleteItem", () -> delegate().delete(delete), WriteResult::capacity);
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return metered("Query", () -> delegate().query(query), Page::capacity);
    }

    @Override
    public CompletableFuture<Page> scan(Scan scan) {
        return metered("Scan", () -> delegate().scan(scan), Page::capacity);
    }

    @Override
    public CompletableFuture<BatchGetResult> batchGet(BatchGet batch) {
        return metered("BatchGetItem", () -> delegate().batchGet(batch), BatchGetResult::capacity);
    }

    @Override
    public CompletableFuture<BatchWriteResult> batchWrite(BatchWrite batch) {
        return metered("BatchWriteItem", () -> delegate().batchWrite(batch), BatchWriteResult::capacity);
    }

    @Override
    public CompletableFuture<TransactGetResult> transactGet(TransactGet transaction) {
        return metered("TransactGetItems", () -> delegate().transactGet(transaction), TransactGetResult::capacity);
    }

    @Override
    public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
        return metered("TransactWriteItems", () -> delegate().transactWrite(transaction), TransactResult::capacity);
    }
}
