package dev.varve.testkit.contract.table;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.RandomValues;
import dev.varve.testkit.random.Seeds;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Updates that keep the smallest or the largest value, which DynamoDB itself does not support. */
public abstract class MinMaxContract extends EngineContract {

    private static final Key KEY = key("p", "s");

    @Test
    void firstValueIsMinAndMax() {
        BlockingTable table = openPlain();
        table.update(Update.of(KEY).min("low", 5).max("high", 5));
        assertThat(read(table, KEY)).isEqualTo(item("p", "s", "low", 5, "high", 5));
    }

    @Test
    void innerValuesChangeNothing() {
        assertExtremes(item("p", "s", "low", -3, "high", 9), 2, -3, 9);
        assertExtremes(item("p", "s", "low", -3, "high", 9), -3, -3, 9);
        assertExtremes(item("p", "s", "low", -3, "high", 9), 9, -3, 9);
    }

    @Test
    void outerValueChangesMinOrMax() {
        assertExtremes(item("p", "s", "low", -3, "high", 9), -3.5, -3.5, 9);
        assertExtremes(item("p", "s", "low", -3, "high", 9), 10, -3, 10);
    }

    @Test
    void absentMinOrMaxIsSet() {
        assertExtremes(item("p", "s", "low", 4), 7, 4, 7);
        assertExtremes(item("p", "s", "low", 4), 2, 2, 2);
        assertExtremes(item("p", "s", "high", 4), 7, 7, 7);
    }

    @Test
    void textsAndBytesHaveMinAndMax() {
        BlockingTable table = openPlain();
        for (String text : List.of("m", "\ud83d\ude00", "\uffee", "a")) {
            table.update(Update.of(KEY).min("low", text).max("high", text));
        }
        for (int value : new int[] {0x80, 0x7f, 0xff}) {
            Bytes bytes = Bytes.of((byte) value);
            table.update(Update.of(KEY).min("lowest", bytes).max("highest", bytes));
        }
        assertThat(read(table, KEY))
                .isEqualTo(item(
                        "p",
                        "s",
                        "low",
                        "a",
                        "high",
                        "\ud83d\ude00",
                        "lowest",
                        Bytes.of((byte) 0x7f),
                        "highest",
                        Bytes.of((byte) 0xff)));
    }

    @Test
    void otherActionsAreAppliedInEveryCase() {
        BlockingTable table = openPlain();
        for (int value : new int[] {5, 7, 3, 4, 9, 9, 1}) {
            table.update(Update.of(KEY)
                    .increment("count", 1)
                    .increment("sum", value)
                    .min("low", value)
                    .max("high", value));
        }
        assertThat(read(table, KEY)).isEqualTo(item("p", "s", "count", 7, "sum", 38, "low", 1, "high", 9));
    }

    @Test
    void imagesAreThoseOfTheWholeUpdate() {
        BlockingTable table = openPlain();
        table.put(item("p", "s", "low", 5));
        Update inner = Update.of(KEY).min("low", 6).increment("n", 1);
        assertThat(assertWritten(table.update(inner.returningNew())).item())
                .isEqualTo(item("p", "s", "low", 5, "n", 1));
        Update outer = Update.of(KEY).min("low", 4).increment("n", 1);
        assertThat(assertWritten(table.update(outer.returningOld())).item())
                .isEqualTo(item("p", "s", "low", 5, "n", 1));
        assertThat(assertWritten(table.update(Update.of(KEY).min("low", 3).returningNew()))
                        .item())
                .isEqualTo(item("p", "s", "low", 3, "n", 2));
    }

    @Test
    void conditionOfTheCallerAppliesInEveryCase() {
        BlockingTable table = openPlain();
        Item before = item("p", "s", "low", 3, "high", 5, "open", true);
        table.put(before);
        for (int value : new int[] {1, 4, 9}) {
            Update update = Update.of(KEY).min("low", value).max("high", value);
            assertConditionFailed(before, table.update(update.when(attr("open").is(false))));
        }
        assertThat(read(table, KEY)).isEqualTo(before);
        assertWritten(table.update(
                Update.of(KEY).min("low", 1).max("high", 1).when(attr("open").is(true))));
        assertThat(read(table, KEY)).isEqualTo(item("p", "s", "low", 1, "high", 5, "open", true));
        assertConditionFailed(
                null,
                table.update(Update.of(key("p", "none"))
                        .min("low", 1)
                        .when(attr("pk").exists())));
    }

    @Test
    void valueOfAnotherTypeIsRefusedAndChangesNothing() {
        BlockingTable table = openPlain();
        Item before = item("p", "s", "low", "text", "high", 5);
        table.put(before);
        assertRejected(
                "update.type", () -> table.update(Update.of(KEY).min("low", 1).max("high", 9)));
        assertRejected(
                "update.type", () -> table.update(Update.of(KEY).set("x", 1).max("high", "z")));
        assertThat(read(table, KEY)).isEqualTo(before);
    }

    @Test
    void valueWithoutOrderIsRefused() {
        assertRejected(
                "update.not-ordered",
                "min compares texts, numbers and bytes; true is BOOL",
                () -> Update.of(KEY).min("low", true));
    }

    @Test
    void minAndMaxWorkInATransaction() {
        BlockingTable table = openPlain();
        table.put(item("p", "s", "low", 3, "high", 5));
        TransactWrite transaction = TransactWrite.of(
                Update.of(KEY).min("low", 1).max("high", 4),
                Update.of(key("p", "t")).max("high", 2),
                Update.of(key("p", "u")).increment("n", 1));
        assertThat(table.transactWrite(transaction).isCommitted()).isTrue();
        assertThat(contents(table))
                .containsExactlyInAnyOrder(
                        item("p", "s", "low", 1, "high", 5), item("p", "t", "high", 2), item("p", "u", "n", 1));
    }

    @Test
    void randomValuesGiveTheirMinAndMax() {
        BlockingTable table = openPlain();
        Seeds.run(10, seed -> {
            Draw draw = new Draw(seed);
            Key key = key("seed", Long.toString(seed));
            List<Num> values = draw.times(20, () -> RandomValues.number(draw));
            for (Num value : values) {
                table.update(Update.of(key).min("low", value).max("high", value).increment("count", 1));
            }
            assertThat(read(table, key))
                    .isEqualTo(item(
                            "seed",
                            Long.toString(seed),
                            "count",
                            20,
                            "low",
                            extreme(values, -1),
                            "high",
                            extreme(values, 1)));
        });
    }

    private static Value extreme(List<Num> values, int sign) {
        @Nullable Num extreme = null;
        for (Num value : values) {
            extreme = extreme == null || value.compareTo(extreme) * sign > 0 ? value : extreme;
        }
        return extreme == null ? Num.of(0) : extreme;
    }

    private void assertExtremes(Item before, Object value, Object low, Object high) {
        BlockingTable table = openPlain();
        table.put(before);
        assertWritten(table.update(Update.of(KEY).min("low", value).max("high", value)));
        assertThat(read(table, KEY)).isEqualTo(item("p", "s", "low", low, "high", high));
    }
}
