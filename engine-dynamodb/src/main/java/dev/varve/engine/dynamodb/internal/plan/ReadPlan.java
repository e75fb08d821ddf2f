package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.engine.dynamodb.internal.expression.Expression;
import dev.varve.engine.dynamodb.internal.expression.ExpressionPart;
import dev.varve.engine.dynamodb.internal.expression.ExpressionShapes;
import dev.varve.engine.dynamodb.internal.value.ItemConversion;
import dev.varve.table.BatchGet;
import dev.varve.table.Consistency;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Select;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactGet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;

/**
 * Builds reads by key. They have no filter, so they also read the TTL attribute, and the engine filters expired items
 * itself.
 */
public final class ReadPlan {

    private ReadPlan() {}

    public static GetItemRequest get(TableSchema schema, Get get, ExpressionShapes shapes) {
        Expression expression = projection(schema, get.select(), shapes);
        return GetItemRequest.builder()
                .tableName(schema.name())
                .key(ItemConversion.key(schema.key(), get.key()))
                .consistentRead(get.consistency() == Consistency.STRONG)
                .projectionExpression(expression.text(ExpressionPart.PROJECTION))
                .expressionAttributeNames(expression.names())
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
    }

    public static BatchGetItemRequest batchGet(
            TableSchema schema, BatchGet batch, Collection<Key> keys, ExpressionShapes shapes) {
        Expression expression = projection(schema, batch.select(), shapes);
        KeysAndAttributes wanted = KeysAndAttributes.builder()
                .keys(keys.stream()
                        .map(key -> ItemConversion.key(schema.key(), key))
                        .toList())
                .consistentRead(batch.consistency() == Consistency.STRONG)
                .projectionExpression(expression.text(ExpressionPart.PROJECTION))
                .expressionAttributeNames(expression.names())
                .build();
        return BatchGetItemRequest.builder()
                .requestItems(Map.of(schema.name(), wanted))
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
    }

    public static TransactGetItemsRequest transactGet(TableSchema schema, TransactGet transaction) {
        List<TransactGetItem> gets = transaction.keys().stream()
                .map(key -> TransactGetItem.builder()
                        .get(get -> get.tableName(schema.name()).key(ItemConversion.key(schema.key(), key)))
                        .build())
                .toList();
        return TransactGetItemsRequest.builder()
                .transactItems(gets)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
    }

    /** Includes the key, so that an item without any selected attribute differs from a missing item. */
    private static Expression projection(TableSchema schema, Select select, ExpressionShapes shapes) {
        Expression expression = shapes.expression();
        if (select instanceof Select.Only only) {
            Set<String> names = new TreeSet<>(only.names());
            names.addAll(schema.key().names());
            if (schema.ttlAttribute() != null) {
                names.add(schema.ttlAttribute());
            }
            project(names, expression);
        }
        return expression;
    }

    static void project(Set<String> names, Expression expression) {
        expression.begin(ExpressionPart.PROJECTION);
        String before = "";
        for (String name : names) {
            expression.text(before).name(name);
            before = ", ";
        }
    }
}
