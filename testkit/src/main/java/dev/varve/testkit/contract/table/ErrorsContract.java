package dev.varve.testkit.contract.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.engine.Engine;
import dev.varve.error.Rejected;
import dev.varve.error.Retry;
import dev.varve.error.VarveException;
import dev.varve.item.ValueType;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchWrite;
import dev.varve.table.BlockingTable;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * How calls fail: futures fail with Varve's exceptions, with a code and a retry decision. Also closed engines and
 * tables with drift.
 */
public abstract class ErrorsContract extends EngineContract {

    @Test
    void rejectedCallsFailTheirFutureAndDoNotThrow() {
        Table table = harness().engine().open(schema().build()).join();
        Key bad = Key.of("p");
        List<Function<Table, CompletableFuture<?>>> calls = List.of(
                t -> t.get(Get.of(bad)),
                t -> t.put(Put.of(item("", "s"))),
                t -> t.update(Update.of(bad).set("v", 1)),
                t -> t.delete(Delete.of(bad)),
                t -> t.query(Query.of(1)),
                t -> t.scan(Scan.all().on("none")),
                t -> t.batchGet(BatchGet.of(List.of())),
                t -> t.batchWrite(BatchWrite.of(List.of())),
                t -> t.transactGet(TransactGet.of(bad)),
                t -> t.transactWrite(TransactWrite.of()));
        for (Function<Table, CompletableFuture<?>> call : calls) {
            VarveException error = failure(call.apply(table));
            assertThat(error).isInstanceOf(Rejected.class);
            assertThat(error.retry()).isEqualTo(Retry.NEVER);
            assertThat(error.code()).matches("[a-z]+\\.[a-z-]+");
        }
    }

    @Test
    void blockingViewThrowsTheErrorItself() {
        BlockingTable table = openPlain();
        assertThat(catchThrowable(() -> table.get(Key.of("p")))).isInstanceOf(Rejected.class);
    }

    @Test
    void explainRefusesWhatTheEngineRefuses() {
        BlockingTable table = openPlain();
        assertRejected(
                "key.sort-missing",
                "key (\"p\") has no sort part, but table %s has sort key \"sk\""
                        .formatted(table.schema().name()),
                () -> table.explain(Get.of(Key.of("p"))));
        assertThat(table.explain(Query.of("p").consistent()).operation()).isEqualTo("Query");
    }

    @Test
    void closedEngineIsUnavailable() {
        Engine engine = harness().engine();
        BlockingTable table = openPlain();
        engine.close();
        VarveException error = catchThrowableOfType(VarveException.class, () -> table.get(key("p", "s")));
        assertThat(error).isNotNull();
        assertThat(error.code()).isEqualTo("engine.closed");
        assertThat(error.retry()).isEqualTo(Retry.LATER);
        engine.close();
    }

    @Test
    void tableWithDriftIsRefusedWithTheDifferences() {
        TableSchema existing = schema().index("gsi1", "gsi1pk", "gsi1sk").build();
        open(existing);
        TableSchema declared = TableSchema.named(existing.name())
                .ttl("expires")
                .index("gsi2", "gsi2pk", "gsi2sk")
                .build();

        List<String> drift = harness().engine().drift(declared).join();
        assertThat(drift).isNotEmpty();
        assertThat(drift).anyMatch(difference -> difference.contains("index gsi2"));
        assertThat(drift).anyMatch(difference -> difference.contains("index gsi1"));
        assertThat(drift).anyMatch(difference -> difference.contains("TTL"));
        VarveException error = failure(harness().engine().open(declared));
        assertThat(error.code()).isEqualTo("table.drift");
        assertThat(error).hasMessage("table %s is not as declared: %s", existing.name(), String.join("; ", drift));
    }

    @Test
    void tableAsDeclaredAndAbsentTableHaveNoDrift() {
        TableSchema schema = schema().sort("n", ValueType.NUMBER).build();
        assertThat(harness().engine().drift(schema).join()).isEmpty();
        open(schema);
        assertThat(harness().engine().drift(schema).join()).isEmpty();
        assertThat(open(schema).schema()).isEqualTo(schema);
    }

    private static VarveException failure(CompletableFuture<?> future) {
        Throwable thrown = catchThrowable(future::join);
        assertThat(thrown).isInstanceOf(CompletionException.class).hasCauseInstanceOf(VarveException.class);
        return (VarveException) Objects.requireNonNull(thrown.getCause());
    }
}
