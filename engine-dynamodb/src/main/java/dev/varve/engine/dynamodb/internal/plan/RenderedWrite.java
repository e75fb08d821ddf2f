package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.engine.dynamodb.internal.expression.ConditionText;
import dev.varve.engine.dynamodb.internal.expression.Expression;
import dev.varve.engine.dynamodb.internal.expression.ExpressionPart;
import dev.varve.engine.dynamodb.internal.expression.ExpressionShapes;
import dev.varve.engine.dynamodb.internal.expression.MinMaxUpdate;
import dev.varve.engine.dynamodb.internal.expression.UpdateText;
import dev.varve.engine.dynamodb.internal.value.ItemConversion;
import dev.varve.item.Item;
import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.ConditionCheck;
import dev.varve.table.Put;
import dev.varve.table.Returning;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.table.Write;
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
 * A write in DynamoDB's terms, to be sent alone or in a transaction.
 *
 * @param item the item of a put, otherwise the key
 * @param put the item put, also for an update that replaces an expired item
 */
public record RenderedWrite(
        String table,
        Kind kind,
        Map<String, AttributeValue> item,
        @Nullable Item put,
        Expression expression) {

    /** The four kinds of writes in DynamoDB. */
    public enum Kind {
        PUT,
        UPDATE,
        DELETE,
        CHECK
    }

    public static RenderedWrite of(
            TableSchema schema, Write write, Phrasing phrasing, Instant now, ExpressionShapes shapes) {
        Expression expression = shapes.expression(now);
        if (write instanceof Update update) {
            return phrasing instanceof Phrasing.Afresh afresh
                    ? afresh(schema, update, afresh, expression)
                    : update(schema, update, (Phrasing.AsGiven) phrasing, expression);
        }
        ConditionText.write(
                ExpressionPart.CONDITION, Expiry.whole(schema, write.condition(), expression.now()), expression);
        if (write instanceof Put put) {
            return new RenderedWrite(schema.name(), Kind.PUT, ItemConversion.write(put.item()), put.item(), expression);
        }
        Kind kind = write instanceof ConditionCheck ? Kind.CHECK : Kind.DELETE;
        return new RenderedWrite(
                schema.name(), kind, ItemConversion.key(schema.key(), write.keyIn(schema)), null, expression);
    }

    private static RenderedWrite update(
            TableSchema schema, Update update, Phrasing.AsGiven phrasing, Expression expression) {
        Condition condition = Expiry.update(schema, update.condition(), expression.now())
                .and(MinMaxUpdate.condition(update, phrasing.extremes()));
        ConditionText.write(ExpressionPart.CONDITION, condition, expression);
        UpdateText.write(update, phrasing.extremes(), expression);
        return new RenderedWrite(
                schema.name(), Kind.UPDATE, ItemConversion.key(schema.key(), update.key()), null, expression);
    }

    private static RenderedWrite afresh(
            TableSchema schema, Update update, Phrasing.Afresh phrasing, Expression expression) {
        Item item = update.apply(schema, null);
        Condition stillThere = AttributePath.attr(Objects.requireNonNull(schema.ttlAttribute()))
                .is(phrasing.expiredTtl());
        ConditionText.write(ExpressionPart.CONDITION, stillThere, expression);
        return new RenderedWrite(schema.name(), Kind.PUT, ItemConversion.write(item), item, expression);
    }

    @Nullable
    String condition() {
        return expression.text(ExpressionPart.CONDITION);
    }

    @Nullable
    String update() {
        return expression.text(ExpressionPart.UPDATE);
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
