package dev.varve.testkit.contract.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.BlockingTable;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Limits;
import dev.varve.table.Put;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.RandomValues;
import dev.varve.testkit.random.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Items are returned as they were written: the ten types, single puts, gets and deletes, and the images they return. */
public abstract class ItemsContract extends EngineContract {

    private static final Item TEN_TYPES = item(
            "p",
            "ten",
            "text",
            "é中😀",
            "number",
            Num.parse("-12.5"),
            "bytes",
            new byte[] {0, -1, 127},
            "bool",
            true,
            "null",
            Value.Null.NULL,
            "texts",
            Set.of("a", "b", ""),
            "numbers",
            Set.of(1, 2.5, -3),
            "blobs",
            Set.of(Bytes.of((byte) 1), Bytes.of((byte) 2, (byte) 3)),
            "list",
            List.of(1, "two", false, List.of()),
            "map",
            Map.of("x", 1, "y", Map.of("z", List.of("deep"))));

    @Test
    void tenTypesAreReadBack() {
        assertRoundTrip(TEN_TYPES);
    }

    @Test
    void deferredWritesAreVisibleAtOnce() {
        BlockingTable table = openPlain();
        BlockingTable deferred = table.async().deferred().blocking();
        deferred.put(TEN_TYPES);
        assertThat(table.get(Get.of(key("p", "ten")).consistent()).item()).isEqualTo(TEN_TYPES);
        assertThat(deferred.get(Get.of(key("p", "ten")).consistent()).item()).isEqualTo(TEN_TYPES);
    }

    @Test
    void emptyTextsBytesListsAndMapsAreReadBack() {
        assertRoundTrip(item("p", "s", "t", "", "b", new byte[0], "l", List.of(), "m", Map.of(), "n", Map.of("k", "")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0.0",
                "150",
                "1.500e2",
                "12345678901234567890123456789012345678",
                "0.12345678901234567890123456789012345678",
                "-9.9999999999999999999999999999999999999E+125",
                "1E-130",
                "9223372036854775808",
                "100000000000000000000000000000000000000000"
            })
    void numbersKeepEveryDigit(String text) {
        assertRoundTrip(item("p", "s", "n", Num.parse(text), "set", Set.of(Num.parse(text), Num.of(7))));
    }

    @Test
    void deepNestingIsReadBack() {
        Value value = Value.of("bottom");
        for (int level = 1; level < Limits.MAX_DEPTH; level++) {
            value = level % 2 == 0 ? new Value.ListOf(List.of(value)) : new Value.MapOf(Map.of("in", value));
        }
        assertRoundTrip(item("p", "s", "deep", value));
    }

    @ParameterizedTest
    @ValueSource(ints = {1023, 1024, 4096, 65_535, 65_536, 300_000, Limits.MAX_ITEM_BYTES})
    void largeItemsAreReadBack(int size) {
        Item frame = item("p", "s", "blob", "");
        Item item = frame.with("blob", "x".repeat(size - frame.size()));
        assertThat(item.size()).isEqualTo(size);
        assertRoundTrip(item);
    }

    @Test
    void manyAttributesAreReadBack() {
        Item.Builder item = Item.builder().putAll(item("p", "s"));
        for (int i = 0; i < 1000; i++) {
            item.put("attribute-" + i, i);
        }
        assertRoundTrip(item.build());
    }

    @Test
    void randomItemsAreReadBack() {
        BlockingTable table = openPlain();
        Seeds.run(20, seed -> {
            Item item = RandomValues.item(new Draw(seed), 30)
                    .with("pk", "p")
                    .with("sk", "seed" + seed)
                    .without("ttl");
            table.put(item);
            assertThat(read(table, key("p", "seed" + seed))).isEqualTo(item);
        });
    }

    @Test
    void attributeWithoutANameIsRefused() {
        BlockingTable table = openPlain();
        assertRejected(
                "item.name-empty",
                "item (\"p\", \"s\") has an attribute without a name",
                () -> table.put(item("p", "s", "", 1)));
        assertRejected(
                "item.name-empty",
                "attribute \"m\" holds a map with an entry without a name",
                () -> table.put(item("p", "s", "m", Map.of("in", Map.of("", 1)))));
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void putReplacesTheWholeItem() {
        BlockingTable table = openPlain();
        table.put(item("p", "s", "old", 1, "both", 1));
        table.put(item("p", "s", "both", 2));
        assertThat(read(table, key("p", "s"))).isEqualTo(item("p", "s", "both", 2));
    }

    @Test
    void putReturnsTheOldItemOnlyIfAsked() {
        BlockingTable table = openPlain();
        assertThat(assertWritten(table.put(Put.of(item("p", "s", "v", 1)).returningOld()))
                        .find())
                .isEmpty();
        assertThat(assertWritten(table.put(Put.of(item("p", "s", "v", 2)).returningOld()))
                        .find())
                .contains(item("p", "s", "v", 1));
        assertThat(assertWritten(table.put(item("p", "s", "v", 3))).find()).isEmpty();
    }

    @Test
    void deleteReturnsTheOldItemOnlyIfAsked() {
        BlockingTable table = openPlain();
        table.put(item("p", "s", "v", 1));
        assertThat(assertWritten(table.delete(Delete.of(key("p", "s")).returningOld()))
                        .find())
                .contains(item("p", "s", "v", 1));
        assertThat(assertWritten(table.delete(Delete.of(key("p", "s")).returningOld()))
                        .find())
                .isEmpty();
        assertThat(read(table, key("p", "s"))).isNull();
    }

    @Test
    void deleteOfNothingDoesNothing() {
        BlockingTable table = openPlain();
        table.put(item("p", "a"));
        assertThat(table.delete(key("p", "b")).isWritten()).isTrue();
        assertThat(contents(table)).containsExactly(item("p", "a"));
    }

    @Test
    void getReturnsOnlySelectedAttributesThatExist() {
        BlockingTable table = openPlain();
        table.put(item("p", "s", "a", 1, "b", 2));
        assertThat(table.get(Get.of(key("p", "s")).select("b", "missing")).item())
                .isEqualTo(Item.of("b", 2));
        assertThat(table.get(Get.of(key("p", "s")).select("missing")).item()).isEqualTo(Item.empty());
        assertThat(table.get(Get.of(key("p", "none")).select("b")).item()).isNull();
    }

    @Test
    void itemsOfTwoTablesAreSeparate() {
        BlockingTable one = openPlain();
        BlockingTable two = openPlain();
        one.put(item("p", "s", "in", "one"));
        assertThat(read(two, key("p", "s"))).isNull();
        two.put(item("p", "s", "in", "two"));
        assertThat(read(one, key("p", "s"))).isEqualTo(item("p", "s", "in", "one"));
    }

    @Test
    void openingATableAgainFindsItsItems() {
        BlockingTable table = openPlain();
        table.put(item("p", "s", "v", 1));
        assertThat(read(open(table.schema()), key("p", "s"))).isEqualTo(item("p", "s", "v", 1));
    }

    private void assertRoundTrip(Item item) {
        BlockingTable table = openPlain();
        assertThat(table.put(item).isWritten()).isTrue();
        assertThat(read(table, table.schema().keyOf(item))).isEqualTo(item);
        assertThat(contents(table)).containsExactly(item);
        WriteResult touched = table.update(
                Update.of(table.schema().keyOf(item)).remove("not there").returningNew());
        assertThat(assertWritten(touched).item()).isEqualTo(item);
    }
}
