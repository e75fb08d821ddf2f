package dev.varve.table;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.item.Item;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Indexes in an update refer to the list before the update, as in DynamoDB. */
class UpdateListTest {

    private static final TableSchema SCHEMA = TableSchema.named("lists").build();
    private static final Key KEY = Key.of("a", "1");
    private static final AttributePath L = attr("l");

    private static Item after(Object list, Update update) {
        return update.apply(SCHEMA, Item.of("pk", "a", "sk", "1", "l", list));
    }

    private static Item holding(Object list) {
        return Item.of("pk", "a", "sk", "1", "l", list);
    }

    @Test
    void valuesSetBeyondTheEndAreAppendedInOrderOfTheirIndexes() {
        Update update = Update.of(KEY).set(L.at(9), 9).set(L.at(5), 5);
        assertThat(after(List.of(0), update)).isEqualTo(holding(List.of(0, 5, 9)));
    }

    @Test
    void removingBeyondTheOldEndKeepsAppendedValues() {
        Update update = Update.of(KEY).set(L.at(7), 9).remove(L.at(3));
        assertThat(after(List.of(0, 1, 2), update)).isEqualTo(holding(List.of(0, 1, 2, 9)));
    }

    @Test
    void removalsDoNotShiftEachOther() {
        assertThat(after(
                        List.of(List.of(0, 1), List.of(2, 3)),
                        Update.of(KEY).remove(L.at(0)).remove(L.at(1).at(0))))
                .isEqualTo(holding(List.of(List.of(3))));
        assertThat(after(List.of(0, 1, 2, 3), Update.of(KEY).remove(L.at(0)).remove(L.at(2))))
                .isEqualTo(holding(List.of(1, 3)));
        assertThat(after(
                        List.of(List.of(0, 1), List.of(2, 3)),
                        Update.of(KEY)
                                .remove(L.at(0).at(0))
                                .remove(L.at(0).at(1))
                                .remove(L.at(1))))
                .isEqualTo(holding(List.of(List.of())));
    }

    @Test
    void setsAreAppliedBeforeRemovals() {
        Update update = Update.of(KEY).set(L.at(2), 9).remove(L.at(0));
        assertThat(after(List.of(0, 1, 2), update)).isEqualTo(holding(List.of(1, 9)));
    }

    @Test
    void removingUnderAMissingParentIsRejected() {
        assertThatThrownBy(
                        () -> after(List.of(0), Update.of(KEY).remove(attr("m").at("x"))))
                .hasMessage("the item has no list or map to hold \"m.x\": set the whole attribute first");
    }
}
