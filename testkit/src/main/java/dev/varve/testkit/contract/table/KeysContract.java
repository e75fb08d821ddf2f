package dev.varve.testkit.contract.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.table.BlockingTable;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Query;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Keys of items: their types, equality and order, and the keys that are rejected. */
public abstract class KeysContract extends EngineContract {

    @Test
    void textKeysAreSortedByUtf8Bytes() {
        BlockingTable table = openPlain();
        List<String> ascending = List.of(
                "\u0000",
                "\u0000\u0000",
                "\u0001",
                " ",
                "#",
                "0",
                "10",
                "9",
                "A",
                "a",
                "a\u0000",
                "aa",
                "a~",
                "é",
                "\u07ff",
                "\u0800",
                "中",
                "\uffee",
                "\ud83d\ude00",
                "\udbff\udfff");
        shuffled(ascending).forEach(sk -> table.put(item("p", sk)));

        assertThat(texts(table.query(Query.of("p")).items(), "sk")).isEqualTo(ascending);
        assertThat(texts(table.query(Query.of("p").descending()).items(), "sk")).isEqualTo(reversed(ascending));
    }

    @Test
    void numberKeysAreSortedByValue() {
        BlockingTable table = open(schema().sort("n", ValueType.NUMBER));
        List<Value> ascending = new ArrayList<>();
        for (String text : List.of(
                "-9.9999999999999999999999999999999999999E+125",
                "-1E+40",
                "-100.5",
                "-100",
                "-99",
                "-0.001",
                "-1E-130",
                "0",
                "1E-130",
                "0.00099",
                "0.001",
                "9",
                "10",
                "10.00000000000000000000000000000000001",
                "100",
                "12345678901234567890123456789012345678",
                "9.9999999999999999999999999999999999999E+125")) {
            ascending.add(Num.parse(text));
        }
        shuffled(ascending).forEach(n -> table.put(Item.of("pk", "p", "n", n)));

        List<Item> found = table.query(Query.of("p")).items();
        assertThat(found.stream().map(item -> item.value("n"))).isEqualTo(ascending);
        assertThat(table.query(Query.of("p").from(Num.parse("-99")).upTo(9)).items())
                .hasSize(8);
    }

    @Test
    void byteKeysAreSortedUnsigned() {
        BlockingTable table = open(schema().sort("b", ValueType.BYTES));
        List<Value> ascending = List.of(
                bytes(0),
                bytes(0, 0),
                bytes(0, 1),
                bytes(1),
                bytes(1, 0xff),
                bytes(0x7f),
                bytes(0x80),
                bytes(0xff),
                bytes(0xff, 0));
        shuffled(ascending).forEach(b -> table.put(Item.of("pk", "p", "b", b)));

        assertThat(table.query(Query.of("p")).items().stream().map(item -> item.value("b")))
                .isEqualTo(ascending);
        assertThat(table.query(Query.of("p").beginsWith(bytes(0xff))).items()).hasSize(2);
    }

    @Test
    void equalNumbersAreOneKey() {
        BlockingTable table = open(schema().partition("n", ValueType.NUMBER).withoutSort());
        table.put(Item.of("n", Num.parse("1.500e2"), "v", 1));
        table.put(Item.of("n", 150, "v", 2));

        assertThat(contents(table)).containsExactly(Item.of("n", 150, "v", 2));
        assertThat(table.get(Key.of(Num.parse("150.00")))).contains(Item.of("n", 150, "v", 2));
    }

    @Test
    void partitionAndSortKeyAreSeparate() {
        BlockingTable table = openPlain();
        List<Item> items = new ArrayList<>();
        for (String pk : List.of("a", "a#", "a\u0000", "ab", "a\u0000\u0000", "a\u0000b")) {
            for (String sk : List.of("b", "#b", "\u0000b", "bb", "\u0000", "\u0001")) {
                items.add(item(pk, sk, "of", pk + "/" + sk));
            }
        }
        shuffled(items).forEach(table::put);

        assertThat(contents(table)).containsExactlyInAnyOrderElementsOf(items);
        for (Item item : items) {
            assertThat(read(table, key(item.text("pk"), item.text("sk")))).isEqualTo(item);
        }
        for (String pk : List.of("a", "a#", "a\u0000", "ab")) {
            assertThat(table.query(Query.of(pk)).items())
                    .hasSize(6)
                    .allMatch(item -> item.text("pk").equals(pk));
        }
    }

    @Test
    void tableWithoutSortKeyHoldsOneItemPerPartition() {
        BlockingTable table = open(schema().partition("id", ValueType.TEXT).withoutSort());
        table.put(Item.of("id", "x", "v", 1));
        table.put(Item.of("id", "x", "v", 2));

        assertThat(table.query(Query.of("x")).items()).containsExactly(Item.of("id", "x", "v", 2));
        table.delete(Key.of("x"));
        assertThat(table.get(Key.of("x"))).isEmpty();
    }

    @Test
    void reservedWordsAndUnusualNamesAreAllowed() {
        BlockingTable table = open(schema().partition("name", ValueType.TEXT).sort("date.time", ValueType.TEXT));
        Item item = Item.of("name", "n", "date.time", "d", "status", 1, "a b", 2, "#x", 3, ":y", 4, "é", 5, "size", 6);
        table.put(item);

        assertThat(read(table, key("n", "d"))).isEqualTo(item);
        assertThat(table.get(Get.of(key("n", "d")).select("status", "a b", "#x", ":y", "date.time"))
                        .item())
                .isEqualTo(Item.of("status", 1, "a b", 2, "#x", 3, ":y", 4, "date.time", "d"));
    }

    @Test
    void keyOfAnotherTypeIsRefused() {
        BlockingTable table = openPlain();
        assertRejected(
                "key.type",
                "key attribute \"sk\" of table %s is TEXT; given NUMBER 7"
                        .formatted(table.schema().name()),
                () -> table.get(Key.of("p", 7)));
        assertRejected(
                "key.type",
                "key attribute \"pk\" of table %s is TEXT; given BOOL true"
                        .formatted(table.schema().name()),
                () -> table.put(Item.of("pk", true, "sk", "s")));
    }

    @Test
    void keyWithMissingOrExtraAttributeIsRefused() {
        BlockingTable table = openPlain();
        BlockingTable single = open(schema().withoutSort());
        assertRejected(
                "key.sort-missing",
                "key (\"p\") has no sort part, but table %s has sort key \"sk\""
                        .formatted(table.schema().name()),
                () -> table.delete(Key.of("p")));
        assertRejected(
                "key.sort-surplus",
                "key (\"p\", \"s\") has a sort part, but table %s has no sort key"
                        .formatted(single.schema().name()),
                () -> single.get(key("p", "s")));
        assertRejected(
                "item.key-missing",
                "item for table %s has no key attribute \"sk\"; it has [pk, v]"
                        .formatted(table.schema().name()),
                () -> table.put(Put.of(Item.of("pk", "p", "v", 1))));
    }

    @Test
    void emptyKeyIsRefused() {
        BlockingTable table = openPlain();
        String message =
                "key attribute \"%s\" of table " + table.schema().name() + " is empty; it needs at least one byte";
        assertRejected("key.empty", message.formatted("pk"), () -> table.get(key("", "s")));
        assertRejected("key.empty", message.formatted("sk"), () -> table.put(item("p", "")));
        assertThat(contents(table)).isEmpty();
    }

    private static Bytes bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return Bytes.wrap(bytes);
    }

    private static <T> List<T> shuffled(List<T> list) {
        List<T> shuffled = new ArrayList<>(list);
        Collections.shuffle(shuffled, new Random(1));
        return shuffled;
    }

    private static <T> List<T> reversed(List<T> list) {
        List<T> reversed = new ArrayList<>(list);
        Collections.reverse(reversed);
        return reversed;
    }
}
