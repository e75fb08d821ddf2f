package dev.varve.testkit.contract.table;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.item.Item;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchWrite;
import dev.varve.table.BlockingTable;
import dev.varve.table.ConditionCheck;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Page;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactResult.Reason;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An expired item is invisible, whether or not it has been removed yet. */
public abstract class TtlContract extends EngineContract {

    private static final Key KEY = key("p", "s");
    private static final Duration LIFE = Duration.ofSeconds(60);

    @Test
    void itemIsVisibleUntilTheSecondOfItsTtl() {
        BlockingTable table = openPlain();
        table.put(item("p", "s", "ttl", ttl(60)));
        clock().advance(LIFE.minusNanos(1));
        assertThat(read(table, KEY)).isNotNull();
        clock().advance(Duration.ofNanos(1));
        assertThat(read(table, KEY)).isNull();
    }

    @Test
    void expiredItemIsInvisibleToEveryRead() {
        BlockingTable table = openIndexed();
        table.put(item("p", "s", "ttl", ttl(60), "v", 1, "gsi1pk", "g", "gsi1sk", "1"));
        table.put(item("p", "t", "ttl", ttl(600), "v", 1, "gsi1pk", "g", "gsi1sk", "2"));
        eventually(
                () -> assertThat(table.query(Query.of("g").on("gsi1")).items()).hasSize(2));
        clock().advance(LIFE);

        assertThat(table.get(KEY)).isEmpty();
        assertThat(texts(table.query(Query.of("p")).items(), "sk")).containsExactly("t");
        assertThat(texts(table.query(Query.of("p").where(attr("v").is(1))).items(), "sk"))
                .containsExactly("t");
        assertThat(texts(table.query(Query.of("g").on("gsi1")).items(), "sk")).containsExactly("t");
        assertThat(table.query(Query.of("p").countOnly()).count()).isEqualTo(1);
        assertThat(texts(table.scan(Scan.all()).items(), "sk")).containsExactly("t");
        assertThat(texts(table.scan(Scan.all().on("gsi1")).items(), "sk")).containsExactly("t");
        assertThat(table.scan(Scan.all().countOnly()).count()).isEqualTo(1);
        assertThat(table.batchGet(BatchGet.of(List.of(KEY, key("p", "t")))).found())
                .containsOnlyKeys(key("p", "t"));
        assertThat(table.transactGet(TransactGet.of(KEY)).items()).containsExactly(Optional.empty());
    }

    @Test
    void limitCountsLiveItemsOnly() {
        BlockingTable table = openPlain();
        for (int i = 0; i < 12; i++) {
            table.put(item("p", "s" + (char) ('a' + i), "ttl", ttl(i % 3 == 0 ? 600 : 60)));
        }
        clock().advance(LIFE);
        Page page = table.query(Query.of("p").limit(3));
        assertThat(texts(page.items(), "sk")).containsExactly("sa", "sd", "sg");
        assertThat(table.query(Query.of("p").limit(3).resume(page.next())).items())
                .hasSize(1);
        assertThat(items(pages(table, Query.of("p").descending().limit(1)))).hasSize(4);
    }

    @Test
    void selectionHidesExpiredItemsEvenWithoutTheTtlAttribute() {
        BlockingTable table = expired();
        assertThat(table.get(Get.of(KEY).select("v")).item()).isNull();
        assertThat(table.query(Query.of("p").select("v")).items()).isEmpty();
        assertThat(table.scan(Scan.all().select("sk")).items()).isEmpty();
        assertThat(table.batchGet(BatchGet.of(List.of(KEY)).select("v")).found())
                .isEmpty();
    }

    @Test
    void conditionsTreatExpiredItemsAsAbsent() {
        BlockingTable table = expired();
        assertConditionFailed(
                null, table.put(Put.of(item("p", "s")).when(attr("pk").exists())));
        assertConditionFailed(null, table.delete(Delete.of(KEY).when(attr("v").is(1))));
        assertConditionFailed(
                null, table.update(Update.of(KEY).set("w", 1).when(attr("v").is(1))));
        assertWritten(table.put(Put.of(item("p", "s", "v", 2)).when(attr("pk").absent())));
        assertThat(read(table, KEY)).isEqualTo(item("p", "s", "v", 2));
    }

    @Test
    void deleteIfAbsentSucceedsOnAnExpiredItem() {
        BlockingTable table = expired();
        assertWritten(table.delete(Delete.of(KEY).when(attr("v").absent())));
        assertThat(read(table, KEY)).isNull();
    }

    @Test
    void oldImagesOfExpiredItemsAreHidden() {
        assertThat(assertWritten(expired().put(Put.of(item("p", "s")).returningOld()))
                        .item())
                .isNull();
        assertThat(assertWritten(expired().delete(Delete.of(KEY).returningOld()))
                        .item())
                .isNull();
        assertThat(assertWritten(expired().update(Update.of(KEY).set("w", 1).returningOld()))
                        .item())
                .isNull();
    }

    @Test
    void updateOfAnExpiredItemStartsWithAnEmptyItem() {
        BlockingTable table = expired();
        Update update = Update.of(KEY)
                .increment("v", 5)
                .setIfAbsent("first", 1)
                .append("l", "x")
                .max("high", 3);
        assertThat(assertWritten(table.update(update.returningNew())).item())
                .isEqualTo(item("p", "s", "v", 5, "first", 1, "l", List.of("x"), "high", 3));
        assertThat(contents(table)).hasSize(1);
    }

    @Test
    void updateCanExtendTheTtl() {
        BlockingTable table = expired();
        assertWritten(table.update(Update.of(KEY).set("ttl", ttl(60))));
        assertThat(read(table, KEY)).isEqualTo(item("p", "s", "ttl", ttl(60)));
    }

    @Test
    void batchPutReplacesAnExpiredItem() {
        BlockingTable table = expired();
        table.batchWrite(BatchWrite.of(List.of(Put.of(item("p", "s", "v", 2)))));
        assertThat(contents(table)).containsExactly(item("p", "s", "v", 2));
    }

    @Test
    void transactionsTreatExpiredItemsAsAbsent() {
        BlockingTable table = expired();
        TransactResult cancelled = table.transactWrite(
                TransactWrite.of(ConditionCheck.of(KEY, attr("v").exists()), Put.of(item("p", "other"))));
        assertThat(((TransactResult.Cancelled) cancelled).reasons())
                .containsExactly(new Reason.ConditionFailed(null), Reason.none());
        assertThat(table.transactWrite(TransactWrite.of(
                                ConditionCheck.of(KEY, attr("v").absent()), Put.of(item("p", "other"))))
                        .isCommitted())
                .isTrue();
        assertThat(table.transactWrite(TransactWrite.of(Update.of(KEY).increment("v", 1), Delete.of(key("p", "other"))))
                        .isCommitted())
                .isTrue();
        assertThat(contents(table)).containsExactly(item("p", "s", "v", 1));
    }

    @Test
    void ttlThatIsNotANumberIsIgnored() {
        BlockingTable table = openPlain();
        Item item = item("p", "s", "ttl", Long.toString(ttl(-60)));
        table.put(item);
        assertThat(read(table, KEY)).isEqualTo(item);
        assertWritten(table.put(Put.of(item.with("v", 1)).when(attr("pk").exists())));
    }

    @Test
    void itemCanBeWrittenWithATtlInThePast() {
        BlockingTable table = openPlain();
        assertWritten(table.put(item("p", "s", "ttl", ttl(0))));
        assertThat(read(table, KEY)).isNull();
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void tableWithoutTtlKeepsEverything() {
        BlockingTable table = open(schema().withoutTtl());
        table.put(item("p", "s", "ttl", ttl(-60)));
        assertThat(read(table, KEY)).isNotNull();
    }

    @Test
    void ttlAttributeMayHaveAnotherName() {
        BlockingTable table = open(schema().ttl("expires"));
        table.put(item("p", "s", "expires", ttl(60), "ttl", ttl(-60)));
        assertThat(read(table, KEY)).isNotNull();
        clock().advance(LIFE);
        assertThat(read(table, KEY)).isNull();
    }

    @Test
    void removalOfExpiredItemsIsInvisible() {
        assumeTrue(harness().canRemoveExpired());
        BlockingTable table = expired();
        table.put(item("p", "t", "ttl", ttl(60)));
        harness().removeExpired();
        assertThat(texts(contents(table), "sk")).containsExactly("t");
        assertThat(table.query(Query.of("p")).examined()).isEqualTo(1);
    }

    private BlockingTable expired() {
        BlockingTable table = openPlain();
        table.put(item("p", "s", "ttl", ttl(60), "v", 1, "high", 9));
        clock().advance(LIFE);
        return table;
    }
}
