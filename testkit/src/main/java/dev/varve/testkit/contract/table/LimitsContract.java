package dev.varve.testkit.contract.table;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchWrite;
import dev.varve.table.BlockingTable;
import dev.varve.table.Condition;
import dev.varve.table.ConditionCheck;
import dev.varve.table.Key;
import dev.varve.table.Limits;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** DynamoDB's limits: a call at the limit succeeds, a call above it is rejected before anything is written. */
public abstract class LimitsContract extends EngineContract {

    @Test
    void itemSize() {
        BlockingTable table = openPlain();
        assertWritten(table.put(sized("p", "full", 409_600)));
        assertRejected(
                "item.too-large",
                "item (\"p\", \"more\") has 409601 bytes; the limit is 409600: split it or keep large parts elsewhere",
                () -> table.put(sized("p", "more", 409_601)));
        assertRejected(
                "item.too-large",
                "attribute \"v\" would have 409601 bytes; the limit of an item is 409600: split it or keep large parts"
                        + " elsewhere",
                () -> table.update(Update.of(key("p", "more")).set("v", "x".repeat(409_601))));
        assertThat(texts(contents(table), "sk")).containsExactly("full");
    }

    @Test
    void itemSizeAfterAnUpdate() {
        BlockingTable table = openPlain();
        Item almost = sized("p", "s", 409_600 - 3);
        table.put(almost);
        assertRejected(
                "item.too-large", () -> table.update(Update.of(key("p", "s")).set("v", "123")));
        assertThat(read(table, key("p", "s"))).isEqualTo(almost);
        assertWritten(table.update(Update.of(key("p", "s")).set("v", "12")));
    }

    @Test
    void partitionKeyLength() {
        BlockingTable table = openPlain();
        String name = table.schema().name();
        assertWritten(table.put(item("é".repeat(1024), "s")));
        assertRejected(
                "key.too-long",
                "key attribute \"pk\" of table %s has 2049 bytes; the limit is 2048: shorten the id or store a hash of it"
                        .formatted(name),
                () -> table.put(item("é".repeat(1024) + "x", "s")));
        assertRejected("key.too-long", () -> table.get(key("x".repeat(2049), "s")));
        assertRejected("key.too-long", () -> table.query(Query.of("x".repeat(2049))));
        assertThat(contents(table)).hasSize(1);
    }

    @Test
    void sortKeyLength() {
        BlockingTable table = openPlain();
        String name = table.schema().name();
        assertWritten(table.put(item("p", "x".repeat(1024))));
        assertRejected(
                "key.too-long",
                "key attribute \"sk\" of table %s has 1025 bytes; the limit is 1024: shorten the id or store a hash of it"
                        .formatted(name),
                () -> table.put(item("p", "x".repeat(1025))));
        assertRejected("key.too-long", () -> table.query(Query.of("p").from("x".repeat(1025))));
        assertThat(contents(table)).hasSize(1);
    }

    @Test
    void indexKeyLength() {
        BlockingTable table = openIndexed();
        assertWritten(table.put(item("p", "s", "gsi1pk", "x".repeat(2048), "gsi1sk", "x".repeat(1024))));
        assertRejected("key.too-long", () -> table.put(item("p", "t", "gsi1pk", "x".repeat(2049))));
        assertRejected(
                "key.too-long", () -> table.update(Update.of(key("p", "t")).set("gsi1sk", "x".repeat(1025))));
        assertThat(contents(table)).hasSize(1);
    }

    @Test
    void digitsAndMagnitudeOfNumbers() {
        assertThat(Num.parse("1." + "2".repeat(37)).value().precision()).isEqualTo(38);
        assertRejected(
                "item.number-digits",
                "number 1.22222222222222222222222222222222222222 has 39 significant digits; the limit is 38: round it"
                        + " or store it as text",
                () -> Num.parse("1." + "2".repeat(38)));
        assertThat(Num.parse("9.9e125")).isNotNull();
        assertRejected(
                "item.number-magnitude",
                "number 1E+126 is outside DynamoDB's range, 1E-130 to 9.99E+125: scale it or store it as text",
                () -> Num.parse("1e126"));
        assertThat(Num.parse("1e-130")).isNotNull();
        assertRejected("item.number-magnitude", () -> Num.parse("9e-131"));
    }

    @Test
    void nesting() {
        BlockingTable table = openPlain();
        assertWritten(table.put(item("p", "s", "deep", nested(31))));
        assertRejected(
                "item.too-deep",
                "attribute \"deep\" nests deeper than 32 levels: flatten it",
                () -> table.put(item("p", "t", "deep", nested(32))));
        assertRejected(
                "item.too-deep", () -> table.update(Update.of(key("p", "t")).set("deep", nested(32))));
        assertThat(texts(contents(table), "sk")).containsExactly("s");
    }

    @Test
    void batchWriteCount() {
        BlockingTable table = openPlain();
        assertThat(table.batchWrite(BatchWrite.of(puts(25))).unprocessed()).isEmpty();
        String message = "a batch write has 1 to 25 parts; given %d: split it";
        assertRejected("batch.writes", message.formatted(26), () -> table.batchWrite(BatchWrite.of(puts(26))));
        assertRejected("batch.writes", message.formatted(0), () -> table.batchWrite(BatchWrite.of(List.of())));
        assertThat(contents(table)).hasSize(25);
    }

    @Test
    void batchGetCount() {
        BlockingTable table = openPlain();
        assertThat(table.batchGet(BatchGet.of(keys(100))).unprocessed()).isEmpty();
        String message = "a batch get has 1 to 100 parts; given %d: split it";
        assertRejected("batch.gets", message.formatted(101), () -> table.batchGet(BatchGet.of(keys(101))));
        assertRejected("batch.gets", message.formatted(0), () -> table.batchGet(BatchGet.of(List.of())));
    }

    @Test
    void transactionCount() {
        BlockingTable table = openPlain();
        List<Key> keys = keys(101);
        Write[] writes = puts(101).toArray(Write[]::new);
        TransactWrite tooMany = TransactWrite.of(writes);
        String message = "a transaction has 1 to 100 parts; given %d: split it";
        assertRejected("transaction.actions", message.formatted(101), () -> table.transactWrite(tooMany));
        assertRejected("transaction.actions", message.formatted(0), () -> table.transactWrite(TransactWrite.of()));
        assertRejected("transaction.actions", message.formatted(101), () -> table.transactGet(new TransactGet(keys)));
        assertThat(contents(table)).isEmpty();
        assertThat(table.transactWrite(new TransactWrite(tooMany.actions().subList(0, 100), null))
                        .isCommitted())
                .isTrue();
        assertThat(table.transactGet(new TransactGet(keys.subList(0, 100))).items())
                .hasSize(100);
    }

    @Test
    void transactionSize() {
        BlockingTable table = openPlain();
        List<Write> writes = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            writes.add(Put.of(sized("p", "s" + i, 400_000)));
        }
        Write[] full = writes.toArray(Write[]::new);
        int left = Limits.MAX_TRANSACTION_BYTES - 10 * 400_000;
        assertRejected(
                "transaction.too-large",
                "the transaction has 4194305 bytes; the limit is 4194304: split it",
                () -> table.transactWrite(TransactWrite.of(full).and(Put.of(sized("p", "last", left + 1)))));
        assertThat(contents(table)).isEmpty();
        assertThat(table.transactWrite(TransactWrite.of(full).and(Put.of(sized("p", "last", left))))
                        .isCommitted())
                .isTrue();
    }

    @Test
    void tokenLength() {
        BlockingTable table = openPlain();
        IntFunction<TransactWrite> sent =
                length -> TransactWrite.of(Put.of(item("p", "s"))).once("t".repeat(length));
        assertThat(table.transactWrite(sent.apply(36)).isCommitted()).isTrue();
        assertRejected(
                "transaction.token",
                "token \"%s\" must have 1 to 36 characters".formatted("t".repeat(37)),
                () -> table.transactWrite(sent.apply(37)));
        assertRejected(
                "transaction.token",
                "token \"\" must have 1 to 36 characters",
                () -> table.update(Update.of(key("p", "s")).set("v", 1).once("")));
    }

    @Test
    void valuesOfIn() {
        BlockingTable table = openPlain();
        Condition hundred = attr("n").in(numbers(100));
        table.put(item("p", "s", "n", 99));
        assertThat(table.query(Query.of("p").where(hundred)).items()).hasSize(1);
        assertThat(table.transactWrite(TransactWrite.of(ConditionCheck.of(key("p", "s"), hundred)))
                        .isCommitted())
                .isTrue();
        assertRejected(
                "condition.in",
                "in takes 1 to 100 values; given 101",
                () -> attr("n").in(numbers(101)));
        assertRejected(
                "condition.in",
                "in takes 1 to 100 values; given 0",
                () -> attr("n").in());
    }

    private static Item sized(String pk, String sk, int bytes) {
        Item frame = item(pk, sk, "blob", "");
        return frame.with("blob", "x".repeat(bytes - frame.size()));
    }

    private static Value nested(int levels) {
        Value value = Value.of("bottom");
        for (int i = 0; i < levels; i++) {
            value = new Value.MapOf(Map.of("in", value));
        }
        return value;
    }

    private static List<Write> puts(int count) {
        List<Write> writes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            writes.add(Put.of(item("p", "k" + i)));
        }
        return writes;
    }

    private static List<Key> keys(int count) {
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(key("p", "k" + i));
        }
        return keys;
    }

    private static Object[] numbers(int count) {
        Object[] numbers = new Object[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i;
        }
        return numbers;
    }
}
