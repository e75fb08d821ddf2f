package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.core.table.BatchGet;
import dev.varve.core.table.Consistency;
import dev.varve.core.table.Get;
import dev.varve.core.table.Key;
import dev.varve.core.table.Select;
import dev.varve.core.table.TableSchema;
import dev.varve.core.table.TransactGet;
import dev.varve.engine.dynamodb.internal.expression.Expression;
import dev.varve.engine.dynamodb.internal.expression.Part;
import dev.varve.engine.dynamodb.internal.expression.Shapes;
import dev.varve.engine.dynamodb.internal.value.Items;
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

/** Reads by key. They take no filter, so what tells an expired item is asked for and looked at here. */
public final class ReadPlan {

    private ReadPlan() {}

    public static GetItemRequest get(TableSchema schema, Get get, Shapes shapes) {
        Expression expression = projection(schema, get.select(), shapes);
        return GetItemRequest.builder()
                .tableName(schema.name())
                .key(Items.key(schema.key(), get.key()))
                .consistentRead(get.consistency() == Consistency.STRONG)
                .projectionExpression(expression.text(Part.PROJECTION))
                .expressionAttributeNames(expression.names())
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
    }

    public static BatchGetItemRequest batchGet(
            TableSchema schema, BatchGet batch, Collection<Key> keys, Shapes shapes) {
        Expression expression = projection(schema, batch.select(), shapes);
        KeysAndAttributes wanted = KeysAndAttributes.builder()
                .keys(keys.stream().map(key -> Items.key(schema.key(), key)).toList())
                .consistentRead(batch.consistency() == Consistency.STRONG)
                .projectionExpression(expression.text(Part.PROJECTION))
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
                        .get(get -> get.tableName(schema.name()).key(Items.key(schema.key(), key)))
                        .build())
                .toList();
        return TransactGetItemsRequest.builder()
                .transactItems(gets)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
    }

    /** Asks for the key too, so that an item with none of the wanted attributes differs from none. */
    private static Expression projection(TableSchema schema, Select select, Shapes shapes) {
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
        expression.begin(Part.PROJECTION);
        String before = "";
        for (String name : names) {
            expression.text(before).name(name);
            before = ", ";
        }
    }
}
