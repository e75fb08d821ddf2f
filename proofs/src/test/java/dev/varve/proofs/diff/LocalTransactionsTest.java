package dev.varve.proofs.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.support.OnceUpdate;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.table.AttributePath;
import dev.varve.table.Key;
import dev.varve.table.Limits;
import dev.varve.table.Put;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.table.UpdateAction;
import dev.varve.testkit.MutableClock;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LocalTransactionsTest {

    private static final Key KEY = Key.of("k1", "k2");
    private static final Num SMALL = Num.of(new BigDecimal("1E-60"));
    private static final UpdateAction NO_PARENT =
            new UpdateAction.Increment(AttributePath.attr("l").at(2), Num.of(3));
    private static final Item STORED = Item.of("pk", "k1", "sk", "k2", "n", 1, "t", "text");

    @Test
    void everyInvalidActionOfAnUpdateIsAPossibleRejection() {
        Update update = Update.of(KEY).set("o", 1).with(NO_PARENT).increment("n", SMALL);
        assertThat(refusals(update)).containsExactlyInAnyOrder("Rejected update.path", "Rejected item.number-digits");
        assertThat(refusals(update.increment("t", 1)))
                .containsExactlyInAnyOrder(
                        "Rejected update.path", "Rejected item.number-digits", "Rejected update.type");
        assertThat(refusals(update.addToSet("g2", Set.of(1))))
                .containsExactlyInAnyOrder("Rejected update.path", "Rejected item.number-digits", "Rejected key.type");
    }

    @Test
    void onlyActualRejectionsAreAccepted() {
        assertThat(refusals(Update.of(KEY).set("o", 1).increment("n", 1))).isEmpty();
        assertThat(refusals(Update.of(KEY).set("o", 1).increment("n", SMALL)))
                .containsExactly("Rejected item.number-digits");
        assertThat(refusals(Update.of(KEY)
                        .with(NO_PARENT)
                        .when(AttributePath.attr("n").is(2))))
                .isEmpty();
    }

    @Test
    void sizeIsCheckedAfterTheWholeUpdate() {
        String half = "x".repeat(Limits.MAX_ITEM_BYTES / 2);
        Item large = STORED.with("t", half);
        Update swap = Update.of(KEY).remove("t").set("u", half);
        assertThat(refusals(large, swap)).isEmpty();
        assertThat(refusals(large, swap.with(NO_PARENT))).containsExactly("Rejected update.path");
        assertThat(refusals(large, Update.of(KEY).set("o", 1).set("u", half)))
                .containsExactly("ItemTooLarge item.too-large");
    }

    @Test
    void anyActualRejectionOfDynamoDbLocalIsAccepted() throws Exception {
        Update digits = Update.of(KEY).increment("n", SMALL).with(NO_PARENT);
        Update type = Update.of(KEY)
                .append("t", 1)
                .with(new UpdateAction.Set(AttributePath.attr("z").at(2), Num.of(3)));
        try (Arena arena = new Arena()) {
            DiffOutcome outcome = arena.run(new Script(
                    1,
                    Map.of(
                            0, new ScriptStep.Ask(0, Put.of(STORED)),
                            1, new ScriptStep.Ask(0, digits),
                            2, new ScriptStep.Ask(0, digits.once("a")),
                            3, new ScriptStep.Ask(0, type),
                            4, new ScriptStep.Ask(0, type.once("b")))));
            assertThat(outcome)
                    .isEqualTo(new DiffOutcome.Agreed(Map.of(
                            "Put: written", 1, "Update: Rejected update.path", 2, "Update: Rejected update.type", 2)));
        }
    }

    private static List<String> refusals(Update update) {
        return refusals(STORED, update);
    }

    private static List<String> refusals(Item stored, Update update) {
        List<TableSchema> schemas = Script.schemas("test");
        Images images = new Images(List.of(new Images.Place(0, KEY)), List.of(stored));
        return new LocalTransactions(schemas, OnceUpdate.transaction(update), images, images)
                .refusals(MutableClock.START).stream().map(EngineAnswer::kind).toList();
    }
}
