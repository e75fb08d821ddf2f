package dev.varve.engine.dynamodb.internal.table;

import dev.varve.engine.dynamodb.internal.EngineSettings;
import dev.varve.engine.dynamodb.internal.call.Calls;
import dev.varve.engine.dynamodb.internal.call.RetrySafety;
import dev.varve.engine.dynamodb.internal.plan.TablePlan;
import dev.varve.engine.dynamodb.internal.read.ExistingTable;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.internal.AsyncLoop;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Creates tables and waits until they are active. Several processes may do so at the same time: one creates, the others
 * wait.
 */
final class TableMaker {

    private static final Duration POLL = Duration.ofMillis(200);
    /** How often the TTL attribute of a table is read, because another process may be about to set it. */
    private static final int TTL_POLLS = 5;

    private final Calls<DynamoDbAsyncClient> calls;
    private final EngineSettings settings;
    private final Executor afterPoll;

    TableMaker(Calls<DynamoDbAsyncClient> calls, EngineSettings settings) {
        this.calls = calls;
        this.settings = settings;
        this.afterPoll = CompletableFuture.delayedExecutor(POLL.toNanos(), TimeUnit.NANOSECONDS, settings.executor());
    }

    CompletableFuture<Optional<TableDescription>> describe(String table) {
        DescribeTableRequest request =
                DescribeTableRequest.builder().tableName(table).build();
        return calls.send(request, RetrySafety.READ, DynamoDbAsyncClient::describeTable)
                .thenApply(DescribeTableResponse::table)
                .thenApply(Optional::of)
                .exceptionally(error -> {
                    if (AsyncLoop.failure(error) instanceof Rejected refused
                            && refused.getCause() instanceof ResourceNotFoundException) {
                        return Optional.empty();
                    }
                    throw new CompletionException(AsyncLoop.failure(error));
                });
    }

    CompletableFuture<Optional<String>> ttlAttribute(String table) {
        DescribeTimeToLiveRequest request =
                DescribeTimeToLiveRequest.builder().tableName(table).build();
        return calls.send(request, RetrySafety.READ, DynamoDbAsyncClient::describeTimeToLive)
                .thenApply(
                        response -> Optional.ofNullable(ExistingTable.ttlAttribute(response.timeToLiveDescription())));
    }

    /** Returns the table once it is active; creates it as declared if it does not exist. */
    CompletableFuture<TableDescription> makeIfAbsent(TableSchema schema) {
        return describe(schema.name()).thenCompose(existing -> {
            if (existing.isPresent()) {
                return active(schema, existing, polls());
            }
            return create(schema)
                    .thenCompose(created -> describe(schema.name()))
                    .thenCompose(created -> active(schema, created, polls()))
                    .thenCompose(made -> declareExpiry(schema).thenApply(declared -> made));
        });
    }

    private int polls() {
        return (int) Math.max(1, settings.tableTimeout().dividedBy(POLL));
    }

    private CompletableFuture<Boolean> create(TableSchema schema) {
        return calls.send(
                        TablePlan.create(schema, settings.billing()),
                        RetrySafety.REPEATABLE,
                        DynamoDbAsyncClient::createTable)
                .thenApply(response -> true)
                .exceptionally(error -> ignoring(error, "preexisting"));
    }

    private CompletableFuture<TableDescription> active(
            TableSchema schema, Optional<TableDescription> table, int pollsLeft) {
        if (table.filter(ExistingTable::isActive).isPresent()) {
            return CompletableFuture.completedFuture(table.get());
        } else if (pollsLeft == 0) {
            return CompletableFuture.failedFuture(new Unavailable(
                    "table.not-active",
                    "table %s did not become active within %s: open it again later"
                            .formatted(schema.name(), settings.tableTimeout())));
        }
        return later(() -> describe(schema.name())).thenCompose(next -> active(schema, next, pollsLeft - 1));
    }

    private CompletableFuture<Boolean> declareExpiry(TableSchema schema) {
        if (schema.ttlAttribute() == null) {
            return CompletableFuture.completedFuture(true);
        }
        return calls.send(
                        TablePlan.expiry(schema.name(), schema.ttlAttribute()),
                        RetrySafety.REPEATABLE,
                        DynamoDbAsyncClient::updateTimeToLive)
                .thenApply(response -> true)
                .exceptionally(error -> ignoring(error, "already enabled"));
    }

    /**
     * Returns the drift of the table. If only its TTL attribute is missing, another process may still be creating the
     * table.
     */
    CompletableFuture<List<String>> differences(TableSchema schema, TableDescription table) {
        return differences(schema, table, TTL_POLLS);
    }

    private CompletableFuture<List<String>> differences(TableSchema schema, TableDescription table, int pollsLeft) {
        return ttlAttribute(schema.name()).thenCompose(ttl -> {
            List<String> differences = ExistingTable.drift(schema, table, ttl.orElse(null));
            boolean mayCome = ttl.isEmpty() && schema.ttlAttribute() != null && differences.size() == 1;
            return mayCome && pollsLeft > 0
                    ? later(() -> differences(schema, table, pollsLeft - 1))
                    : CompletableFuture.completedFuture(differences);
        });
    }

    private <T> CompletableFuture<T> later(Supplier<CompletableFuture<T>> work) {
        return CompletableFuture.supplyAsync(() -> true, afterPoll).thenCompose(waited -> work.get());
    }

    /** Returns false for an error that only says that another process did the same. */
    private static boolean ignoring(Throwable error, String harmlessText) {
        Throwable cause = AsyncLoop.failure(error);
        if (String.valueOf(cause.getMessage()).contains(harmlessText)
                || cause.getCause() instanceof ResourceInUseException) {
            return false;
        }
        throw new CompletionException(cause);
    }
}
