package dev.varve.engine.dynamodb.internal.plan;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.engine.dynamodb.internal.expression.ExpressionShapes;
import dev.varve.engine.dynamodb.internal.expression.MinMaxUpdate;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.table.Condition;
import dev.varve.table.ConditionCheck;
import dev.varve.table.Delete;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Returning;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.table.Write;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

class RenderedWriteTest {

    private static final TableSchema TABLE = TableSchema.named("table").build();
    private static final TableSchema WITHOUT_TTL =
            TableSchema.named("lasting").withoutTtl().build();
    private static final ExpressionShapes SHAPES = new ExpressionShapes();
    private static final Instant NOW = Instant.ofEpochSecond(1000);
    private static final Key KEY = Key.of("p", "s");
    private static final Item ITEM = Item.of("pk", "p", "sk", "s", "v", 1);

    private static RenderedWrite plan(TableSchema schema, Write write) {
        return RenderedWrite.of(schema, write, Phrasing.first(write), NOW, SHAPES);
    }

    @Test
    void plainPutHasNoCondition() {
        PutItemRequest request = plan(TABLE, Put.of(ITEM).returningOld()).putRequest(Returning.OLD);
        assertThat(request)
                .isEqualTo(PutItemRequest.builder()
                        .tableName("table")
                        .item(Map.of(
                                "pk", AttributeValue.fromS("p"),
                                "sk", AttributeValue.fromS("s"),
                                "v", AttributeValue.fromN("1")))
                        .returnValues(ReturnValue.ALL_OLD)
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                        .build());
    }

    @Test
    void conditionThatHoldsForAnAbsentItemHoldsForAnExpiredOne() {
        assertThat(plan(TABLE, Put.of(ITEM).when(attr("pk").absent())).condition())
                .isEqualTo("#n0 <= :v0 OR attribute_not_exists(#n1)");
        assertThat(plan(TABLE, Delete.of(KEY).when(attr("v").isNot(1))).condition())
                .isEqualTo("#n0 <= :v0 OR #n1 <> :v1");
    }

    @Test
    void conditionThatFailsForAnAbsentItemFailsForAnExpiredOne() {
        RenderedWrite planned = plan(TABLE, Put.of(ITEM).when(attr("v").is(1)));
        assertThat(planned.condition()).isEqualTo("NOT (#n0 <= :v0) AND #n1 = :v1");
        assertThat(planned.expression().names()).isEqualTo(Map.of("#n0", "ttl", "#n1", "v"));
        assertThat(planned.expression().values())
                .isEqualTo(Map.of(":v0", AttributeValue.fromN("1000"), ":v1", AttributeValue.fromN("1")));
    }

    @Test
    void tableWithoutTtlSendsConditionsUnchanged() {
        assertThat(plan(WITHOUT_TTL, Put.of(ITEM).when(attr("v").is(1))).condition())
                .isEqualTo("#n0 = :v0");
        assertThat(plan(WITHOUT_TTL, Update.of(KEY).set("v", 2)).condition()).isNull();
        assertThat(plan(WITHOUT_TTL, ConditionCheck.of(KEY, attr("v").is(1))).condition())
                .isEqualTo("#n0 = :v0");
    }

    @Test
    void updateNeedsALiveOrAbsentItem() {
        RenderedWrite planned = plan(
                TABLE, Update.of(KEY).set("v", 2).max("peak", 9).when(attr("v").is(1)));
        assertThat(planned.condition()).isEqualTo("NOT (#n0 <= :v0) AND #n1 = :v1 AND #n2 >= :v2");
        assertThat(planned.update()).isEqualTo("SET #n1 = :v3");
        UpdateItemRequest request = planned.updateRequest(Returning.NEW);
        assertThat(request.returnValues()).isEqualTo(ReturnValue.ALL_NEW);
        assertThat(request.key()).isEqualTo(Map.of("pk", AttributeValue.fromS("p"), "sk", AttributeValue.fromS("s")));
    }

    @Test
    void updateOfAnExpiredItemReplacesItIfItIsStillExpired() {
        Update update = Update.of(KEY).increment("n", 3);
        Phrasing phrasing = Phrasing.fitting(TABLE, update, ITEM.with("ttl", 999), NOW);
        assertThat(phrasing).isEqualTo(new Phrasing.Afresh(Num.of(999)));
        RenderedWrite planned = RenderedWrite.of(TABLE, update, phrasing, NOW, SHAPES);
        assertThat(planned.kind()).isEqualTo(RenderedWrite.Kind.PUT);
        assertThat(planned.put()).isEqualTo(Item.of("pk", "p", "sk", "s", "n", 3));
        assertThat(planned.condition()).isEqualTo("#n0 = :v0");
    }

    @Test
    void phrasingDependsOnTheStoredItem() {
        Update update = Update.of(KEY).min("low", 5).max("high", 5);
        assertThat(Phrasing.fitting(TABLE, update, ITEM.with("low", 7), NOW))
                .isEqualTo(new Phrasing.AsGiven(List.of(MinMaxUpdate.OUTER, MinMaxUpdate.ABSENT)));
        assertThatThrownBy(() -> Phrasing.fitting(TABLE, update, ITEM.with("low", "text"), NOW))
                .hasMessage("Min of \"low\" needs a NUMBER, but the item has TEXT there");
    }

    @Test
    void timeDependentRequestsAreRecognised() {
        assertThat(Phrasing.varies(TABLE, Put.of(ITEM))).isFalse();
        assertThat(Phrasing.varies(TABLE, Put.of(ITEM).when(attr("v").is(1)))).isTrue();
        assertThat(Phrasing.varies(WITHOUT_TTL, Put.of(ITEM).when(attr("v").is(1))))
                .isFalse();
        assertThat(Phrasing.varies(TABLE, Update.of(KEY).set("v", 1))).isTrue();
        assertThat(Phrasing.varies(WITHOUT_TTL, Update.of(KEY).set("v", 1))).isFalse();
        assertThat(Phrasing.varies(WITHOUT_TTL, Update.of(KEY).max("v", 1))).isTrue();
    }

    @Test
    void transactionContainsEveryKindOfWrite() {
        assertThat(plan(TABLE, Put.of(ITEM)).transactItem().put().tableName()).isEqualTo("table");
        assertThat(plan(TABLE, Delete.of(KEY)).transactItem().delete().conditionExpression())
                .isNull();
        assertThat(plan(TABLE, Update.of(KEY).set("v", 1))
                        .transactItem()
                        .update()
                        .updateExpression())
                .isEqualTo("SET #n1 = :v1");
        assertThat(plan(TABLE, ConditionCheck.of(KEY, attr("v").exists()))
                        .transactItem()
                        .conditionCheck()
                        .returnValuesOnConditionCheckFailure())
                .isEqualTo(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }

    @Test
    void conditionThatNeverHoldsIsStillSent() {
        assertThat(plan(TABLE, Put.of(ITEM).when(Condition.always().not())).condition())
                .isEqualTo(":v0 = :v1");
    }
}
