package dev.varve.engine.dynamodb.internal.expression;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.ValueType;
import dev.varve.table.Condition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ConditionTextTest {

    private final Expression expression = new ExpressionShapes().expression();

    /** All texts share one set of names and values, as in one request. */
    private @Nullable String text(Condition condition) {
        ConditionText.write(ExpressionPart.CONDITION, condition, expression);
        return expression.text(ExpressionPart.CONDITION);
    }

    @Test
    void everyNameAndValueIsAliased() {
        assertThat(text(attr("name").is("ERROR").and(attr("size").after(3)))).isEqualTo("#n0 = :v0 AND #n1 > :v1");
        assertThat(expression.names()).isEqualTo(Map.of("#n0", "name", "#n1", "size"));
        assertThat(expression.values())
                .isEqualTo(Map.of(":v0", AttributeValue.fromS("ERROR"), ":v1", AttributeValue.fromN("3")));
    }

    @Test
    void namesAndValuesUsedTwiceAreSentOnce() {
        assertThat(text(attr("a").is(1).or(attr("a").is(1.0)).or(attr("b").is(1))))
                .isEqualTo("#n0 = :v0 OR #n0 = :v0 OR #n1 = :v0");
    }

    @Test
    void functions() {
        assertThat(text(attr("a").exists().and(attr("b").absent())))
                .isEqualTo("attribute_exists(#n0) AND attribute_not_exists(#n1)");
        assertThat(text(attr("a").beginsWith("x"))).isEqualTo("begins_with(#n0, :v0)");
        assertThat(text(attr("a").contains("x"))).isEqualTo("contains(#n0, :v0)");
        assertThat(text(attr("a").hasType(ValueType.TEXT_SET))).isEqualTo("attribute_type(#n0, :v1)");
        assertThat(text(attr("a").size().between(1, 2))).isEqualTo("size(#n0) BETWEEN :v2 AND :v3");
        assertThat(text(attr("a").in("x", "y"))).isEqualTo("#n0 IN (:v0, :v4)");
        assertThat(text(attr("a").isNot(attr("b")))).isEqualTo("#n0 <> #n1");
    }

    @Test
    void pathsReachIntoMapsAndLists() {
        assertThat(text(attr("a.b").at("c d").at(2).at("a.b").exists())).isEqualTo("attribute_exists(#n0.#n1[2].#n0)");
    }

    @Test
    void parenthesesAreWrittenOnlyWhereNeeded() {
        Condition a = attr("a").exists();
        Condition b = attr("b").exists();
        assertThat(text(a.and(b).or(a.not())))
                .isEqualTo("(attribute_exists(#n0) AND attribute_exists(#n1)) OR NOT (attribute_exists(#n0))");
        assertThat(text(a.or(b).and(b)))
                .isEqualTo("(attribute_exists(#n0) OR attribute_exists(#n1)) AND attribute_exists(#n1)");
        assertThat(text(a.or(b).not().not())).isEqualTo("NOT (NOT (attribute_exists(#n0) OR attribute_exists(#n1)))");
    }

    @Test
    void constantConditionsAreSimplified() {
        Condition a = attr("a").exists();
        assertThat(text(Condition.always())).isNull();
        assertThat(text(a.or(Condition.always()))).isNull();
        assertThat(text(Condition.always().not().not())).isNull();
        assertThat(text(new Condition.And(List.of()))).isNull();
        assertThat(text(new Condition.And(List.of(a, Condition.always())))).isEqualTo("attribute_exists(#n0)");
        assertThat(text(new Condition.Or(List.of(a, Condition.always().not())))).isEqualTo("attribute_exists(#n0)");
        assertThat(text(a.and(Condition.always().not()))).isEqualTo(":v0 = :v1");
    }

    @Test
    void namesAndValuesAreNullIfNoneAreUsed() {
        assertThat(expression.names()).isNull();
        assertThat(expression.values()).isNull();
    }
}
