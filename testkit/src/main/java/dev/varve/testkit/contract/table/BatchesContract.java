package dev.varve.testkit.contract.table;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchGetResult;
import dev.varve.table.BatchWrite;
import dev.varve.table.BlockingTable;
import dev.varve.table.Consistency;
import dev.varve.table.Delete;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Select;
import dev.varve.table.Update;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Batches read or write many items in one call, but not atomically. {@link LimitsContract} covers the limits. */
public abstract class BatchesContract extends EngineContract {

    @Test
    void batchWritePutsAndDeletes() {
        BlockingTable table = openPlain();
        table.put(item("p", "old", "v", 1));
        table.put(item("p", "kept", "v", 1));
        var result = table.batchWrite(BatchWrite.of(List.of(
                Put.of(item("p", "new", "v", 2)),
                Delete.of(key("p", "old")),
                Delete.of(key("p", "never")),
                Put.of(item("q", "new", "v", 3)))));
        assertThat(result.unprocessed()).isEmpty();
        assertThat(contents(table))
                .containsExactlyInAnyOrder(
                        item("p", "kept", "v", 1), item("p", "new", "v", 2), item("q", "new", "v", 3));
    }

    @Test
    void batchPutReplacesTheWholeItem() {
        BlockingTable table = openPlain();
        table.put(item("p", "s", "old", 1));
        table.batchWrite(BatchWrite.of(List.of(Put.of(item("p", "s", "new", 1)))));
        assertThat(contents(table)).containsExactly(item("p", "s", "new", 1));
    }

    @Test
    void batchWriteUpdatesIndexes() {
        BlockingTable table = openIndexed();
        table.put(item("p", "a", "gsi1pk", "g", "gsi1sk", "1"));
        table.batchWrite(
                BatchWrite.of(List.of(Delete.of(key("p", "a")), Put.of(item("p", "b", "gsi1pk", "g", "gsi1sk", "2")))));
        eventually(() -> assertThat(texts(table.query(Query.of("g").on("gsi1")).items(), "sk"))
                .containsExactly("b"));
    }

    @Test
    void eachOfManyPutsHasItsOwnResult() {
        BlockingTable table = openIndexed();
        table.put(item("p", "taken", "v", 1));
        Put tooLarge = Put.of(item("p", "large", "v", "x".repeat(400 * 1024)));
        List<CompletableFuture<WriteResult>> answers = table.async()
                .putEach(List.of(
                        Put.of(item("p", "new", "gsi1pk", "g", "gsi1sk", "1")),
                        Put.of(item("p", "taken", "v", 2)).when(attr("sk").absent()),
                        tooLarge,
                        Put.of(item("p", "other", "v", 3)).when(attr("sk").absent())));
        assertWritten(BlockingTable.await(answers.get(0)));
        assertConditionFailed(item("p", "taken", "v", 1), BlockingTable.await(answers.get(1)));
        assertRejected("item.too-large", () -> BlockingTable.await(answers.get(2)));
        assertWritten(BlockingTable.await(answers.get(3)));
        assertThat(texts(contents(table), "sk")).containsExactlyInAnyOrder("new", "other", "taken");
        eventually(() -> assertThat(texts(table.query(Query.of("g").on("gsi1")).items(), "sk"))
                .containsExactly("new"));
    }

    @Test
    void onlyOneOfSeveralConditionalPutsOfOneKeySucceeds() {
        BlockingTable table = openPlain();
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            puts.add(Put.of(item("p", "s" + i % 300, "v", i)).when(attr("sk").absent()));
        }
        long written = table.async().putEach(puts).stream()
                .map(BlockingTable::await)
                .filter(WriteResult::isWritten)
                .count();
        assertThat(written).isEqualTo(300);
        assertThat(contents(table)).hasSize(300);
    }

    @Test
    void batchGetReturnsExistingItems() {
        BlockingTable table = openPlain();
        table.put(item("p", "a", "v", 1));
        table.put(item("q", "b", "v", 2));
        BatchGetResult result = table.batchGet(BatchGet.of(List.of(key("p", "a"), key("p", "none"), key("q", "b"))));
        assertThat(result.found())
                .isEqualTo(Map.of(key("p", "a"), item("p", "a", "v", 1), key("q", "b"), item("q", "b", "v", 2)));
        assertThat(result.unprocessed()).isEmpty();
    }

    @Test
    void batchGetWithASelectionMatchesItemsToKeys() {
        BlockingTable table = openPlain();
        table.put(item("p", "a", "v", 1, "w", 2));
        table.put(item("p", "b", "w", 3));
        BatchGet batch = BatchGet.of(List.of(key("p", "a"), key("p", "b")));
        assertThat(table.batchGet(batch.select("v").consistent()).found())
                .isEqualTo(Map.of(key("p", "a"), Item.of("v", 1), key("p", "b"), Item.empty()));
        assertThat(table.batchGet(batch.select("sk", "w")).found())
                .isEqualTo(
                        Map.of(key("p", "a"), Item.of("sk", "a", "w", 2), key("p", "b"), Item.of("sk", "b", "w", 3)));
    }

    @Test
    void batchesOfTheLargestSizeSucceed() {
        BlockingTable table = openPlain();
        List<Write> writes = new ArrayList<>();
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            writes.add(Put.of(item("p", "s" + i, "v", i)));
        }
        for (int i = 0; i < 100; i++) {
            keys.add(key("p", "s" + i));
        }
        assertThat(table.batchWrite(BatchWrite.of(writes)).unprocessed()).isEmpty();
        assertThat(table.batchGet(BatchGet.of(keys)).found()).hasSize(25);
    }

    @Test
    void keyNamedTwiceIsRefusedAndNothingIsWritten() {
        BlockingTable table = openPlain();
        String message = "item (\"p\", \"a\") occurs twice in one request: keep one of them";
        assertRejected(
                "batch.repeated",
                message,
                () -> table.batchWrite(BatchWrite.of(
                        List.of(Put.of(item("p", "b")), Put.of(item("p", "a")), Delete.of(key("p", "a"))))));
        assertRejected(
                "batch.repeated", message, () -> table.batchGet(BatchGet.of(List.of(key("p", "a"), key("p", "a")))));
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void unsupportedWritesInABatchAreRefused() {
        BlockingTable table = openPlain();
        for (Write write : List.of(
                Update.of(key("p", "a")).set("v", 1),
                Put.of(item("p", "a")).when(attr("pk").absent()),
                Put.of(item("p", "a")).returningOld(),
                Delete.of(key("p", "a")).when(attr("v").is(1)),
                Delete.of(key("p", "a")).returningOld())) {
            assertRejected(
                    "batch.write-kind",
                    () -> table.batchWrite(BatchWrite.of(List.of(Put.of(item("p", "first")), write))));
        }
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void oneInvalidItemRejectsTheWholeBatch() {
        BlockingTable table = openPlain();
        assertRejected(
                "key.empty",
                "key attribute \"sk\" of table %s is empty; it needs at least one byte"
                        .formatted(table.schema().name()),
                () -> table.batchWrite(BatchWrite.of(List.of(Put.of(item("p", "good")), Put.of(item("p", ""))))));
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void countInABatchIsRejected() {
        BlockingTable table = openPlain();
        BatchGet counting = new BatchGet(List.of(key("p", "a")), Consistency.EVENTUAL, Select.count());
        assertRejected(
                "select.count",
                "a batch get returns items; counting is for queries and scans",
                () -> table.batchGet(counting));
    }
}
