package dev.varve.engine.dynamodb.internal.expression;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.table.Key;
import dev.varve.table.Update;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UpdateTextTest {

    private static final Update UPDATE = Update.of(Key.of("p", "s"));

    private final Expression expression = new ExpressionShapes().expression();

    private @Nullable String text(Update update, MinMaxUpdate... extremes) {
        UpdateText.write(update, List.of(extremes), expression);
        return expression.text(ExpressionPart.UPDATE);
    }

    private @Nullable String condition(Update update, MinMaxUpdate... extremes) {
        ConditionText.write(ExpressionPart.CONDITION, MinMaxUpdate.condition(update, List.of(extremes)), expression);
        return expression.text(ExpressionPart.CONDITION);
    }

    @Test
    void actionsAreGroupedByClause() {
        assertThat(text(UPDATE.set("a", 1)
                        .remove(attr("m").at("x"))
                        .setIfAbsent("b", 2)
                        .addToSet("tags", Set.of("t"))
                        .removeFromSet("flags", Set.of("f"))
                        .remove("c")))
                .isEqualTo(
                        "SET #n0 = :v0, #n1 = if_not_exists(#n1, :v1) REMOVE #n2.#n3, #n4 ADD #n5 :v2 DELETE #n6 :v3");
    }

    @Test
    void incrementAndAppendHaveADefaultStart() {
        assertThat(text(UPDATE.increment("n", 5).append("log", "x")))
                .isEqualTo("SET #n0 = if_not_exists(#n0, :v0) + :v1, #n1 = list_append(if_not_exists(#n1, :v2), :v3)");
    }

    @Test
    void minAndMaxAreSetIfTheValueIsOutside() {
        Update update = UPDATE.min("low", 1).increment("n", 1).max("high", 9);
        assertThat(text(update, MinMaxUpdate.OUTER, MinMaxUpdate.INNER))
                .isEqualTo("SET #n0 = :v0, #n1 = if_not_exists(#n1, :v1) + :v0");
        assertThat(condition(update, MinMaxUpdate.OUTER, MinMaxUpdate.INNER)).isEqualTo("#n0 > :v0 AND #n2 >= :v2");
        assertThat(condition(update, MinMaxUpdate.ABSENT, MinMaxUpdate.OUTER))
                .isEqualTo("attribute_not_exists(#n0) AND #n2 < :v2");
    }

    @Test
    void updateThatKeepsMinAndMaxStillHasAnAction() {
        assertThat(text(UPDATE.min("low", 1).max("high", 9), MinMaxUpdate.INNER, MinMaxUpdate.INNER))
                .isEqualTo("SET #n0 = #n0");
    }

    @Test
    void minAndMaxDependOnTheStoredItem() {
        Update update = UPDATE.min("low", 5).set("a", 1).max("high", 5).max("none", 5);
        assertThat(MinMaxUpdate.of(update, Item.of("low", 3, "high", 3)))
                .containsExactly(MinMaxUpdate.INNER, MinMaxUpdate.OUTER, MinMaxUpdate.ABSENT);
        assertThat(MinMaxUpdate.of(update, null)).containsOnly(MinMaxUpdate.ABSENT);
        assertThat(MinMaxUpdate.of(update, Item.of("low", 5, "high", 5, "none", 5)))
                .containsOnly(MinMaxUpdate.INNER);
        assertThat(MinMaxUpdate.allInner(update))
                .containsExactly(MinMaxUpdate.INNER, MinMaxUpdate.INNER, MinMaxUpdate.INNER);
    }
}
