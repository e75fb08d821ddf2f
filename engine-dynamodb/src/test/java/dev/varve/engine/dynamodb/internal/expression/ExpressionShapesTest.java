package dev.varve.engine.dynamodb.internal.expression;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.table.UpdateAction;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.RandomConditions;
import dev.varve.testkit.random.RandomItems;
import dev.varve.testkit.random.RandomUpdates;
import dev.varve.testkit.random.Seeds;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ExpressionShapesTest {

    private static final TableSchema SCHEMA =
            TableSchema.named("table").index("gsi1", "gsi1pk", "gsi1sk").build();
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1000));
    /** Some names look like the surrounding expression text. */
    private static final List<String> NAMES =
            List.of("n", "t", "b", "l", "o", "#n0", ":v0", ") AND ", "a.b", "attribute_exists(");

    private static final int SEEDS = 20;
    private static final int EXPRESSIONS = 300;

    /** A condition and an update of one request. */
    private record RandomRequest(Condition condition, Update update, List<MinMaxUpdate> extremes) {

        static RandomRequest from(Draw draw) {
            RandomItems items = new RandomItems(draw, SCHEMA, CLOCK);
            Update update = new RandomUpdates(draw, items, SCHEMA).next();
            int extremes = 0;
            for (UpdateAction action : update.actions()) {
                extremes += MinMaxUpdate.isExtreme(action) ? 1 : 0;
            }
            return new RandomRequest(
                    new RandomConditions(draw, items, NAMES).next(),
                    update,
                    draw.times(extremes, () -> draw.oneOf(MinMaxUpdate.values())));
        }

        Expression writtenIn(ExpressionShapes shapes) {
            Expression expression = shapes.expression();
            ConditionText.write(ExpressionPart.CONDITION, condition, expression);
            UpdateText.write(update, extremes, expression);
            return expression;
        }
    }

    private static void requireSame(RandomRequest drawn, Expression remembered) {
        Expression fresh = drawn.writtenIn(new ExpressionShapes());
        assertThat(remembered.text(ExpressionPart.CONDITION)).isEqualTo(fresh.text(ExpressionPart.CONDITION));
        assertThat(remembered.text(ExpressionPart.UPDATE)).isEqualTo(fresh.text(ExpressionPart.UPDATE));
        assertThat(remembered.names()).isEqualTo(fresh.names());
        assertThat(remembered.values()).isEqualTo(fresh.values());
    }

    @Test
    void cachedExpressionEqualsTheRenderedOne() {
        ExpressionShapes all = new ExpressionShapes();
        ExpressionShapes few = new ExpressionShapes(3000);
        Seeds.run(SEEDS, seed -> {
            Draw draw = new Draw(seed);
            for (int i = 0; i < EXPRESSIONS; i++) {
                RandomRequest drawn = RandomRequest.from(draw);
                requireSame(drawn, drawn.writtenIn(all));
                requireSame(drawn, drawn.writtenIn(few));
            }
        });
    }

    @Test
    void cacheIsThreadSafe() {
        ExpressionShapes shared = new ExpressionShapes(20_000);
        Seeds.run(SEEDS, seed -> {
            CompletableFuture<?>[] threads = IntStream.range(0, 4)
                    .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                        // Two threads each draw the same, so that they race for new shapes.
                        Draw draw = new Draw(seed + thread / 2);
                        for (int i = 0; i < EXPRESSIONS / 4; i++) {
                            RandomRequest drawn = RandomRequest.from(draw);
                            requireSame(drawn, drawn.writtenIn(shared));
                        }
                    }))
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(threads).join();
        });
    }

    @Test
    void requestsOfOneShapeShareTheirText() {
        ExpressionShapes shapes = new ExpressionShapes();
        Expression first = condition(shapes, attr("a").is(1).and(attr("b").is(2)));
        Expression second = condition(shapes, attr("a").is("x").and(attr("b").is("y")));
        assertThat(second.text(ExpressionPart.CONDITION)).isSameAs(first.text(ExpressionPart.CONDITION));
        assertThat(second.names()).isSameAs(first.names());
        assertThat(second.values()).isNotEqualTo(first.values());
    }

    @Test
    void equalAndDifferentValuesAreDifferentShapes() {
        ExpressionShapes shapes = new ExpressionShapes();
        assertThat(condition(shapes, attr("a").is(1).and(attr("b").is(2))).text(ExpressionPart.CONDITION))
                .isEqualTo("#n0 = :v0 AND #n1 = :v1");
        Expression equal = condition(shapes, attr("a").is(1).and(attr("b").is(1)));
        assertThat(equal.text(ExpressionPart.CONDITION)).isEqualTo("#n0 = :v0 AND #n1 = :v0");
        assertThat(equal.values()).hasSize(1);
    }

    @Test
    void pathsThatPrintTheSameAreDifferentShapes() {
        ExpressionShapes shapes = new ExpressionShapes();
        AttributePath dotted = attr("a.b");
        AttributePath inside = attr("a").at("b");
        assertThat(dotted).hasToString(inside.toString());
        assertThat(condition(shapes, dotted.exists()).names()).containsValues("a.b");
        assertThat(condition(shapes, inside.exists()).names()).containsValues("a", "b");
        assertThat(condition(shapes, attr("a").at(1).exists()).text(ExpressionPart.CONDITION))
                .isEqualTo("attribute_exists(#n0[1])");
        assertThat(condition(shapes, attr("a").at("1").exists()).text(ExpressionPart.CONDITION))
                .isEqualTo("attribute_exists(#n0.#n1)");
    }

    @Test
    void currentTimeIsNotCached() {
        ExpressionShapes shapes = new ExpressionShapes();
        for (long second : List.of(7L, 8L, 8L, 7L, 0L)) {
            Expression expression = shapes.expression(Instant.ofEpochSecond(second, 999_999_999));
            ConditionText.write(ExpressionPart.CONDITION, attr("ttl").upTo(expression.now()), expression);
            assertThat(expression.values()).isEqualTo(Map.of(":v0", AttributeValue.fromN(Long.toString(second))));
        }
    }

    @Test
    void cacheIsBounded() {
        ExpressionShapes shapes = new ExpressionShapes(1000);
        String first = condition(shapes, attr("a").exists()).text(ExpressionPart.CONDITION);
        for (int i = 0; i < 20; i++) {
            condition(shapes, attr("name" + i).exists()).names();
        }
        assertThat(condition(shapes, attr("a").exists()).text(ExpressionPart.CONDITION))
                .isEqualTo(first)
                .isNotSameAs(first);
    }

    private static Expression condition(ExpressionShapes shapes, Condition condition) {
        Expression expression = shapes.expression();
        ConditionText.write(ExpressionPart.CONDITION, condition, expression);
        return expression;
    }
}
