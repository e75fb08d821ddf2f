package dev.varve.testkit.contract.table;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.item.Item;
import dev.varve.item.ValueType;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchWrite;
import dev.varve.table.BlockingTable;
import dev.varve.table.Capacity;
import dev.varve.table.Capacity.Units;
import dev.varve.table.ConditionCheck;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.IndexSchema;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Projection;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The capacity of each operation by DynamoDB's rules: by item size, for the table and each index separately. */
public abstract class CapacityContract extends EngineContract {

    private static final Key KEY = key("p", "s");

    @Test
    void getCostsPerStartedFourKilobytes() {
        BlockingTable table = openPlain();
        int[] sizes = {20, 4096, 4097, 8192, 409_600};
        double[] units = {1, 1, 2, 2, 100};
        for (int i = 0; i < sizes.length; i++) {
            table.put(sized("s", sizes[i]));
            assertThat(table.get(Get.of(KEY).consistent()).capacity()).isEqualTo(reads(units[i]));
            assertThat(table.get(Get.of(KEY)).capacity()).isEqualTo(reads(units[i] / 2));
            assertThat(table.get(Get.of(KEY).select("sk")).capacity()).isEqualTo(reads(units[i] / 2));
        }
        assertThat(table.get(Get.of(key("p", "none"))).capacity()).isEqualTo(reads(0.5));
        assertThat(table.get(Get.of(key("p", "none")).consistent()).capacity()).isEqualTo(reads(1));
    }

    @Test
    void queryCostsTheExaminedBytesRoundedOnce() {
        BlockingTable table = openPlain();
        for (int i = 0; i < 9; i++) {
            table.put(sized("s" + i, 1000));
        }
        assertThat(table.query(Query.of("p")).capacity()).isEqualTo(reads(1.5));
        assertThat(table.query(Query.of("p").consistent()).capacity()).isEqualTo(reads(3));
        assertThat(table.query(Query.of("p").upTo("s3")).capacity()).isEqualTo(reads(0.5));
        assertThat(table.query(Query.of("p").countOnly()).capacity()).isEqualTo(reads(1.5));
        assertThat(table.query(Query.of("p").where(attr("v").is(1))).capacity()).isEqualTo(reads(1.5));
        assertThat(table.query(Query.of("p").limit(2)).capacity()).isEqualTo(reads(0.5));
        assertThat(table.query(Query.of("none")).capacity()).isEqualTo(reads(0.5));
        assertThat(table.query(Query.of("none").consistent()).capacity()).isEqualTo(reads(1));
        assertThat(table.scan(Scan.all()).capacity()).isEqualTo(reads(1.5));
        assertThat(openPlain().scan(Scan.all()).capacity()).isEqualTo(reads(0.5));
    }

    @Test
    void expiredItemsCostUntilTheyAreRemoved() {
        BlockingTable table = openPlain();
        table.put(sized("s", 5000).with("ttl", ttl(60)));
        clock().advance(Duration.ofSeconds(60));
        assertThat(table.query(Query.of("p")).capacity()).isEqualTo(reads(1));
        assertThat(table.get(Get.of(KEY)).capacity()).isEqualTo(reads(1));
        assertThat(table.put(item("p", "s")).capacity()).isEqualTo(writes(5));
    }

    @Test
    void batchGetRoundsEachItemUp() {
        BlockingTable table = openPlain();
        table.put(sized("s", 100));
        table.put(sized("t", 4097));
        BatchGet batch = BatchGet.of(List.of(KEY, key("p", "t"), key("p", "none")));
        assertThat(table.batchGet(batch).capacity()).isEqualTo(reads(2));
        assertThat(table.batchGet(batch.consistent()).capacity()).isEqualTo(reads(4));
    }

    @Test
    void transactGetCostsTwiceConsistentReads() {
        BlockingTable table = openPlain();
        table.put(sized("s", 100));
        table.put(sized("t", 4097));
        assertThat(table.transactGet(TransactGet.of(KEY, key("p", "t"), key("p", "none")))
                        .capacity())
                .isEqualTo(reads(8));
    }

    @Test
    void putCostsPerStartedKilobyteOfTheLargerImage() {
        BlockingTable table = openPlain();
        assertThat(table.put(sized("s", 1024)).capacity()).isEqualTo(writes(1));
        assertThat(table.put(sized("s", 1025)).capacity()).isEqualTo(writes(2));
        assertThat(table.put(sized("s", 9000)).capacity()).isEqualTo(writes(9));
        assertThat(table.put(sized("s", 100)).capacity()).isEqualTo(writes(9));
        assertThat(table.put(sized("s", 100)).capacity()).isEqualTo(writes(1));
    }

    @Test
    void updateAndDeleteCostByTheLargerImage() {
        BlockingTable table = openPlain();
        table.put(sized("s", 3000));
        assertThat(table.update(Update.of(KEY).set("v", 1)).capacity()).isEqualTo(writes(3));
        assertThat(table.update(Update.of(KEY).set("v", "x".repeat(2000))).capacity())
                .isEqualTo(writes(5));
        assertThat(table.update(Update.of(KEY).remove("v").remove("blob")).capacity())
                .isEqualTo(writes(5));
        table.put(sized("s", 3000));
        assertThat(table.delete(KEY).capacity()).isEqualTo(writes(3));
        assertThat(table.delete(KEY).capacity()).isEqualTo(writes(1));
    }

    @Test
    void updateInTwoRequestsCostsBoth() {
        BlockingTable table = openPlain();
        table.put(item("p", "s", "high", 5));
        assertThat(table.update(Update.of(KEY).max("high", 3)).capacity()).isEqualTo(writes(1));
        assertThat(table.update(Update.of(KEY).max("high", 7)).capacity()).isEqualTo(writes(2));
    }

    @Test
    void indexWritesCostOnlyIfTheIndexChanges() {
        BlockingTable table = open(schema().index("gsi1", "gsi1pk", "gsi1sk")
                .index(new IndexSchema(
                        "keys",
                        new KeySchema(new KeyAttribute("gsi1pk", ValueType.TEXT), null),
                        Projection.keysOnly())));
        Item item = sized("s", 1500).with("gsi1pk", "g").with("gsi1sk", "1");
        assertThat(table.put(sized("s", 1500)).capacity()).isEqualTo(writes(2));
        assertThat(table.put(item).capacity()).isEqualTo(writes(2, "gsi1", 2, "keys", 1));
        assertThat(table.put(item).capacity()).isEqualTo(writes(2));
        assertThat(table.put(item.with("v", 1)).capacity()).isEqualTo(writes(2, "gsi1", 2));
        assertThat(table.put(item.with("gsi1sk", "2")).capacity()).isEqualTo(writes(2, "gsi1", 4));
        assertThat(table.put(item.with("gsi1pk", "h")).capacity()).isEqualTo(writes(2, "gsi1", 4, "keys", 2));
        assertThat(table.update(Update.of(KEY).remove("gsi1sk")).capacity()).isEqualTo(writes(2, "gsi1", 2));
        assertThat(table.delete(KEY).capacity()).isEqualTo(writes(2, "keys", 1));
    }

    @Test
    void indexReadsCostTheIndex() {
        BlockingTable table = openIndexed();
        table.put(sized("s", 5000).with("gsi1pk", "g").with("gsi1sk", "1"));
        Query query = Query.of("g").on("gsi1");
        eventually(() -> assertThat(table.query(query).items()).hasSize(1));
        assertThat(table.query(query).capacity()).isEqualTo(Capacity.ofIndex("gsi1", Units.reads(1)));
        assertThat(table.scan(Scan.all().on("gsi1")).capacity()).isEqualTo(Capacity.ofIndex("gsi1", Units.reads(1)));
        assertThat(table.query(Query.of("none").on("gsi1")).capacity())
                .isEqualTo(Capacity.ofIndex("gsi1", Units.reads(0.5)));
    }

    @Test
    void batchWriteCostsTheSumOfItsWrites() {
        BlockingTable table = openIndexed();
        table.put(sized("s", 3000));
        Put entering = Put.of(sized("t", 1500).with("gsi1pk", "g").with("gsi1sk", "1"));
        assertThat(table.batchWrite(BatchWrite.of(List.of(Delete.of(KEY), Delete.of(key("p", "none")), entering)))
                        .capacity())
                .isEqualTo(writes(6, "gsi1", 2));
    }

    @Test
    void transactionsCostTwice() {
        BlockingTable table = openIndexed();
        table.put(sized("s", 3000));
        table.put(sized("checked", 5000));
        assertThat(table.transactWrite(TransactWrite.of(
                                Update.of(KEY).set("v", 1),
                                Put.of(sized("t", 1500).with("gsi1pk", "g").with("gsi1sk", "1")),
                                ConditionCheck.of(
                                        key("p", "checked"), attr("pk").exists())))
                        .capacity())
                .isEqualTo(writes(14, "gsi1", 4));
    }

    @Test
    void repeatedTokenCostsReads() {
        BlockingTable table = openPlain();
        TransactWrite transaction = TransactWrite.of(Put.of(sized("s", 5000)), Put.of(item("p", "t")))
                .once("paid-once");
        assertThat(table.transactWrite(transaction).capacity()).isEqualTo(writes(12));
        assertThat(table.transactWrite(transaction).capacity()).isEqualTo(reads(6));
    }

    @Test
    void failedConditionsCostAsMuchAsTheWrite() {
        assumeTrue(harness().reportsFailedCapacity());
        BlockingTable table = openPlain();
        table.put(sized("s", 3000));
        assertThat(table.put(Put.of(sized("s", 5000)).when(attr("pk").absent())).capacity())
                .isEqualTo(writes(5));
        assertThat(table.put(Put.of(sized("s", 100)).when(attr("pk").absent())).capacity())
                .isEqualTo(writes(3));
        assertThat(table.delete(Delete.of(KEY).when(attr("v").is(1))).capacity())
                .isEqualTo(writes(3));
        assertThat(table.update(Update.of(key("p", "none"))
                                .set("v", 1)
                                .when(attr("v").is(1)))
                        .capacity())
                .isEqualTo(writes(1));
    }

    private static Item sized(String sk, int bytes) {
        Item frame = item("p", sk, "blob", "");
        return bytes <= frame.size() ? frame : frame.with("blob", "x".repeat(bytes - frame.size()));
    }

    private static Capacity reads(double units) {
        return Capacity.of(Units.reads(units));
    }

    private static Capacity writes(double units) {
        return Capacity.of(Units.writes(units));
    }

    private static Capacity writes(double units, String index, double indexUnits) {
        return new Capacity(Units.writes(units), Map.of(index, Units.writes(indexUnits)));
    }

    private static Capacity writes(double units, String index, double indexUnits, String other, double otherUnits) {
        return writes(units, index, indexUnits).plus(Capacity.ofIndex(other, Units.writes(otherUnits)));
    }
}
