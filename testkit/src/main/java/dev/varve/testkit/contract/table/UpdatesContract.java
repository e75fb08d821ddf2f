package dev.varve.testkit.contract.table;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.Update;
import dev.varve.table.UpdateAction;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What each update action does to existing and to absent items. {@link MinMaxContract} covers min and max. */
public abstract class UpdatesContract extends EngineContract {

    private static final Key KEY = key("p", "s");

    @Test
    void updateOfAnAbsentItemCreatesIt() {
        BlockingTable table = openPlain();
        assertThat(assertWritten(table.update(Update.of(KEY).set("v", 1).returningNew()))
                        .item())
                .isEqualTo(item("p", "s", "v", 1));
        assertThat(contents(table)).containsExactly(item("p", "s", "v", 1));
    }

    @Test
    void removingFromAnAbsentItemCreatesAnItemWithOnlyItsKey() {
        assertUpdate(null, Update.of(KEY).remove("v"), item("p", "s"));
    }

    @Test
    void setReplacesOneAttributeAndKeepsTheOthers() {
        assertUpdate(
                item("p", "s", "v", 1, "w", "x"),
                Update.of(KEY).set("v", List.of()),
                item("p", "s", "v", List.of(), "w", "x"));
    }

    @Test
    void setReachesIntoMapsAndLists() {
        Item before = item("p", "s", "m", Map.of("a", 1, "in", Map.of("x", 1)), "l", List.of(1, List.of(2, 3)));
        Update update = Update.of(KEY)
                .set(attr("m").at("a"), 9)
                .set(attr("m").at("in").at("y"), 8)
                .set(attr("l").at(1).at(0), "two");
        assertUpdate(
                before,
                update,
                item("p", "s", "m", Map.of("a", 9, "in", Map.of("x", 1, "y", 8)), "l", List.of(1, List.of("two", 3))));
    }

    @Test
    void setBeyondTheEndOfAListAppends() {
        assertUpdate(
                item("p", "s", "l", List.of(1)),
                Update.of(KEY).set(attr("l").at(7), 2),
                item("p", "s", "l", List.of(1, 2)));
    }

    @Test
    void setIfAbsentKeepsAnExistingValue() {
        Update update = Update.of(KEY).setIfAbsent("v", 1).setIfAbsent("w", 2);
        assertUpdate(item("p", "s", "v", Value.Null.NULL), update, item("p", "s", "v", Value.Null.NULL, "w", 2));
        assertUpdate(null, update, item("p", "s", "v", 1, "w", 2));
    }

    @Test
    void incrementAddsExactly() {
        assertUpdate(
                item("p", "s", "n", 0.1), Update.of(KEY).increment("n", 0.2), item("p", "s", "n", Num.parse("0.3")));
        assertUpdate(item("p", "s", "n", 5), Update.of(KEY).increment("n", -7), item("p", "s", "n", -2));
        assertUpdate(null, Update.of(KEY).increment("n", 4), item("p", "s", "n", 4));
        assertUpdate(
                item("p", "s", "n", Num.parse("99999999999999999999999999999999999998")),
                Update.of(KEY).increment("n", 1),
                item("p", "s", "n", Num.parse("99999999999999999999999999999999999999")));
    }

    @Test
    void removeDeletesAttributesAndNestedValues() {
        Item before = item("p", "s", "v", 1, "m", Map.of("a", 1, "b", 2), "l", List.of(0, 1, 2, 3, 4));
        Update update = Update.of(KEY)
                .remove("v")
                .remove("missing")
                .remove(attr("m").at("a"))
                .remove(attr("l").at(1))
                .remove(attr("l").at(3))
                .remove(attr("l").at(9));
        assertUpdate(before, update, item("p", "s", "m", Map.of("b", 2), "l", List.of(0, 2, 4)));
    }

    @Test
    void appendAddsAtTheEnd() {
        assertUpdate(null, Update.of(KEY).append("l", 1, "two"), item("p", "s", "l", List.of(1, "two")));
        assertUpdate(
                item("p", "s", "l", List.of(0)), Update.of(KEY).append("l", 1), item("p", "s", "l", List.of(0, 1)));
        assertUpdate(
                item("p", "s", "m", Map.of("l", List.of())),
                Update.of(KEY).with(new UpdateAction.Append(attr("m").at("l"), List.of(Value.of(1)))),
                item("p", "s", "m", Map.of("l", List.of(1))));
    }

    @Test
    void elementsAreAddedToAndRemovedFromSets() {
        assertUpdate(null, Update.of(KEY).addToSet("t", Set.of("a")), item("p", "s", "t", Set.of("a")));
        assertUpdate(
                item("p", "s", "n", Set.of(1, 2)),
                Update.of(KEY).addToSet("n", Set.of(2, 3)),
                item("p", "s", "n", Set.of(1, 2, 3)));
        assertUpdate(
                item("p", "s", "b", Set.of(bytes(1), bytes(2))),
                Update.of(KEY).removeFromSet("b", Set.of(bytes(2), bytes(3))),
                item("p", "s", "b", Set.of(bytes(1))));
    }

    @Test
    void setWithoutElementsIsRemoved() {
        assertUpdate(
                item("p", "s", "t", Set.of("a", "b")),
                Update.of(KEY).removeFromSet("t", Set.of("a", "b", "c")),
                item("p", "s"));
        assertUpdate(null, Update.of(KEY).removeFromSet("t", Set.of("a")), item("p", "s"));
    }

    @Test
    void severalActionsAreAppliedTogether() {
        Item before = item("p", "s", "n", 1, "gone", 1, "l", List.of("a"), "t", Set.of("x"));
        Update update = Update.of(KEY)
                .set("v", "new")
                .setIfAbsent("first", 7)
                .increment("n", 2)
                .remove("gone")
                .append("l", "b")
                .addToSet("t", Set.of("y"));
        Item after = item("p", "s", "v", "new", "first", 7, "n", 3, "l", List.of("a", "b"), "t", Set.of("x", "y"));
        assertUpdate(before, update, after);
    }

    @Test
    void requestedImagesAreReturned() {
        BlockingTable table = openPlain();
        Update update = Update.of(KEY).increment("n", 1);
        assertThat(assertWritten(table.update(update.returningOld())).item()).isNull();
        assertThat(assertWritten(table.update(update)).item()).isNull();
        assertThat(assertWritten(table.update(update.returningOld())).item()).isEqualTo(item("p", "s", "n", 2));
        assertThat(assertWritten(table.update(update.returningNew())).item()).isEqualTo(item("p", "s", "n", 4));
    }

    @Test
    void invalidActionIsRefusedAndChangesNothing() {
        Item before = item("p", "s", "text", "x", "n", 1, "l", List.of(1), "t", Set.of("x"));
        BlockingTable table = openPlain();
        table.put(before);
        Update first = Update.of(KEY).set("other", 1);
        assertRejected("update.type", () -> table.update(first.increment("text", 1)));
        assertRejected("update.type", () -> table.update(first.append("n", 1)));
        assertRejected("update.type", () -> table.update(first.addToSet("t", Set.of(1))));
        assertRejected("update.type", () -> table.update(first.removeFromSet("l", Set.of("x"))));
        assertRejected(
                "update.path", () -> table.update(first.set(attr("missing").at("in"), 1)));
        assertRejected("update.path", () -> table.update(first.set(attr("n").at("in"), 1)));
        assertRejected("update.path", () -> table.update(first.set(attr("l").at("in"), 1)));
        assertRejected(
                "update.path", () -> table.update(first.remove(attr("missing").at(0))));
        assertThat(read(table, KEY)).isEqualTo(before);
    }

    @Test
    void sumOfTooManyDigitsIsRefusedAndChangesNothing() {
        BlockingTable table = openPlain();
        Item before = item("p", "s", "n", Num.parse("99999999999999999999999999999999999999"));
        table.put(before);
        assertRejected("item.number-digits", () -> table.update(Update.of(KEY).increment("n", 0.5)));
        assertThat(read(table, KEY)).isEqualTo(before);
    }

    @Test
    void updateWithoutActionsIsRefused() {
        assertRejected(
                "update.empty",
                "update of (\"p\", \"s\") has no actions",
                () -> openPlain().update(Update.of(KEY)));
    }

    @Test
    void overlappingActionsAreRefused() {
        assertRejected(
                "update.overlap",
                "the update changes \"v\" and \"v.in[0]\", which overlap: combine them into one action",
                () -> openPlain()
                        .update(Update.of(KEY)
                                .set("v", 1)
                                .set(attr("v").at("in").at(0), 2)));
    }

    @Test
    void changeOfAKeyAttributeIsRefused() {
        BlockingTable table = openPlain();
        assertRejected(
                "update.key",
                "attribute \"sk\" is part of the key of table %s and cannot change: delete the item and put another"
                        .formatted(table.schema().name()),
                () -> table.update(Update.of(KEY).set("sk", "other")));
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void updateWithATokenIsAppliedOnce() {
        BlockingTable table = openPlain();
        Update update = Update.of(KEY).increment("n", 1).append("l", "x").once("token-once");
        assertWritten(table.update(update));
        assertWritten(table.update(update));
        assertThat(read(table, KEY)).isEqualTo(item("p", "s", "n", 1, "l", List.of("x")));
        assertWritten(table.update(update.once("token-twice")));
        assertThat(read(table, KEY)).isEqualTo(item("p", "s", "n", 2, "l", List.of("x", "x")));
    }

    private void assertUpdate(@Nullable Item before, Update update, Item after) {
        BlockingTable table = openPlain();
        if (before != null) {
            table.put(before);
        }
        assertThat(assertWritten(table.update(update.returningNew())).item()).isEqualTo(after);
        assertThat(contents(table)).containsExactly(after);
    }

    private static Bytes bytes(int value) {
        return Bytes.of((byte) value);
    }
}
