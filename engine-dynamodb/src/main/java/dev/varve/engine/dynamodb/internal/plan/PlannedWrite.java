package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.core.item.Item;
import dev.varve.core.table.AttributePath;
import dev.varve.core.table.Check;
import dev.varve.core.table.Condition;
import dev.varve.core.table.Put;
import dev.varve.core.table.Returning;
import dev.varve.core.table.TableSchema;
import dev.varve.core.table.Update;
import dev.varve.core.table.Write;
import dev.varve.engine.dynamodb.internal.expression.ConditionText;
import dev.varve.engine.dynamodb.internal.expression.Expression;
import dev.varve.engine.dynamodb.internal.expression.Extreme;
import dev.varve.engine.dynamodb.internal.expression.Part;
import dev.varve.engine.dynamodb.internal.expression.Shapes;
import dev.varve.engine.dynamodb.internal.expression.UpdateText;
import dev.varve.engine.dynamodb.internal.value.Items;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * A write in DynamoDB's words, to be sent alone or in a transaction.
 *
 * @param item the item of a put, otherwise the key
 * @param put the item put, also where the write was an update that starts afresh
 */
public record PlannedWrite(
        String table,
        Kind kind,
        Map<String, AttributeValue> item,
        @Nullable Item put,
        Expression expression) {

    /** DynamoDB's four kinds. */
    public enum Kind {
        PUT,
        UPDATE,
        DELETE,
        CHECK
    }

    public static PlannedWrite of(TableSchema schema, Write write, Phrasing phrasing, Instant now, Shapes shapes) {
        Expression expression = shapes.expression(now);
        if (write instanceof Update update) {
            return phrasing instanceof Phrasing.Afresh afresh
                    ? afresh(schema, update, afresh, expression)
                    : update(schema, update, (Phrasing.AsGiven) phrasing, expression);
        }
        ConditionText.write(Part.CONDITION, Expiry.whole(schema, write.condition(), expression.now()), expression);
        if (write instanceof Put put) {
            return new PlannedWrite(schema.name(), Kind.PUT, Items.write(put.item()), put.item(), expression);
        }
        Kind kind = write instanceof Check ? Kind.CHECK : Kind.DELETE;
        return new PlannedWrite(schema.name(), kind, Items.key(schema.key(), write.keyIn(schema)), null, expression);
    }

    private static PlannedWrite update(
            TableSchema schema, Update update, Phrasing.AsGiven phrasing, Expression expression) {
        Condition condition = Expiry.update(schema, update.condition(), expression.now())
                .and(Extreme.condition(update, phrasing.extremes()));
        ConditionText.write(Part.CONDITION, condition, expression);
        UpdateText.write(update, phrasing.extremes(), expression);
        return new PlannedWrite(schema.name(), Kind.UPDATE, Items.key(schema.key(), update.key()), null, expression);
    }

    private static PlannedWrite afresh(
            TableSchema schema, Update update, Phrasing.Afresh phrasing, Expression expression) {
        Item item = update.apply(schema, null);
        Condition stillThere = AttributePath.attr(Objects.requireNonNull(schema.ttlAttribute()))
                .is(phrasing.expiredTtl());
        ConditionText.write(Part.CONDITION, stillThere, expression);
        return new PlannedWrite(schema.name(), Kind.PUT, Items.write(item), item, expression);
    }

    @Nullable
    String condition() {
        return expression.text(Part.CONDITION);
    }

    @Nullable
    String update() {
        return expression.text(Part.UPDATE);
    }

    public PutItemRequest putRequest(Returning returning) {
        return PutItemRequest.builder()
                .tableName(table)
                .item(item)
                .conditionExpression(condition())
                .expressionAttributeNames(expression.names())
                .expressionAttributeValues(expression.values())
                .returnValues(returning == Returning.OLD ? ReturnValue.ALL_OLD : ReturnValue.NONE)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
    }

    public UpdateItemRequest updateRequest(Returning returning) {
        ReturnValue image = switch (returning) {
            case NOTHING -> ReturnValue.NONE;
            case OLD -> ReturnValue.ALL_OLD;
            case NEW -> ReturnValue.ALL_NEW;
        };
        return UpdateItemRequest.builder()
                .tableName(table)
                .key(item)
                .updateExpression(update())
                .conditionExpression(condition())
                .expressionAttributeNames(expression.names())
                .expressionAttributeValues(expression.values())
                .returnValues(image)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
    }

    public DeleteItemRequest deleteRequest(Returning returning) {
        return DeleteItemRequest.builder()
                .tableName(table)
                .key(item)
                .conditionExpression(condition())
                .expressionAttributeNames(expression.names())
                .expressionAttributeValues(expression.values())
                .returnValues(returning == Returning.OLD ? ReturnValue.ALL_OLD : ReturnValue.NONE)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
    }

    public TransactWriteItem transactItem() {
        return switch (kind) {
            case PUT ->
                TransactWriteItem.builder()
                        .put(put -> put.tableName(table)
                                .item(item)
                                .conditionExpression(condition())
                                .expressionAttributeNames(expression.names())
                                .expressionAttributeValues(expression.values())
                                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                        .build();
            case UPDATE ->
                TransactWriteItem.builder()
                        .update(change -> change.tableName(table)
                                .key(item)
                                .updateExpression(update())
                                .conditionExpression(condition())
                                .expressionAttributeNames(expression.names())
                                .expressionAttributeValues(expression.values())
                                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                        .build();
            case DELETE ->
                TransactWriteItem.builder()
                        .delete(delete -> delete.tableName(table)
                                .key(item)
                                .conditionExpression(condition())
                                .expressionAttributeNames(expression.names())
                                .expressionAttributeValues(expression.values())
                                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                        .build();
            case CHECK ->
                TransactWriteItem.builder()
                        .conditionCheck(check -> check.tableName(table)
                                .key(item)
                                .conditionExpression(condition())
                                .expressionAttributeNames(expression.names())
                                .expressionAttributeValues(expression.values())
                                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                        .build();
        };
    }
}
