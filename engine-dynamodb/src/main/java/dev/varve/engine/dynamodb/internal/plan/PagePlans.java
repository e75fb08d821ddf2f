package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.core.cost.PagePlan;
import dev.varve.core.table.Consistency;
import dev.varve.core.table.KeySchema;
import dev.varve.core.table.Query;
import dev.varve.core.table.Scan;
import dev.varve.core.table.SortCondition;
import dev.varve.core.table.TableSchema;
import dev.varve.engine.dynamodb.internal.expression.ConditionText;
import dev.varve.engine.dynamodb.internal.expression.Expression;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** The requests of one page of a query or a scan. */
public final class PagePlans {

    private PagePlans() {}

    public static QueryRequest query(TableSchema schema, Query query, PageStep step, Instant now) {
        Expression expression = new Expression();
        PageSelect select = PageSelect.of(schema, query.index(), query.select(), step);
        return QueryRequest.builder()
                .tableName(schema.name())
                .indexName(query.index())
                .keyConditionExpression(keys(schema, query, expression))
                .filterExpression(ConditionText.of(Expiry.filter(schema, query.filter(), now), expression))
                .projectionExpression(select.projection(expression))
                .select(select.kind())
                .expressionAttributeNames(expression.names())
                .expressionAttributeValues(expression.values())
                .scanIndexForward(query.order() == Query.Order.ASCENDING)
                .consistentRead(query.consistency() == Consistency.STRONG)
                .exclusiveStartKey(step.after())
                .limit(limit(step))
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
    }

    public static ScanRequest scan(TableSchema schema, Scan scan, PageStep step, Instant now) {
        Expression expression = new Expression();
        PageSelect select = PageSelect.of(schema, scan.index(), scan.select(), step);
        boolean whole = scan.segment().total() == 1;
        return ScanRequest.builder()
                .tableName(schema.name())
                .indexName(scan.index())
                .filterExpression(ConditionText.of(Expiry.filter(schema, scan.filter(), now), expression))
                .projectionExpression(select.projection(expression))
                .select(select.kind())
                .expressionAttributeNames(expression.names())
                .expressionAttributeValues(expression.values())
                .segment(whole ? null : scan.segment().number())
                .totalSegments(whole ? null : scan.segment().total())
                .consistentRead(scan.consistency() == Consistency.STRONG)
                .exclusiveStartKey(step.after())
                .limit(limit(step))
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
    }

    private static @Nullable Integer limit(PageStep step) {
        int examine = PagePlan.examine(step.limit(), step.found(), step.number());
        return examine == PagePlan.UNLIMITED ? null : examine;
    }

    private static String keys(TableSchema schema, Query query, Expression expression) {
        KeySchema key = query.index() == null
                ? schema.key()
                : schema.index(query.index()).key();
        String partition = expression.name(key.partition().name()) + " = " + expression.value(query.partition());
        if (query.sort() == SortCondition.any()) {
            return partition;
        }
        String name = expression.name(Objects.requireNonNull(key.sort()).name());
        return partition + " AND " + sort(name, query.sort(), expression);
    }

    private static String sort(String name, SortCondition condition, Expression expression) {
        if (condition instanceof SortCondition.Compare compare) {
            return name + " " + compare.operator().symbol() + " " + expression.value(compare.value());
        } else if (condition instanceof SortCondition.Between between) {
            return name + " BETWEEN " + expression.value(between.low()) + " AND " + expression.value(between.high());
        }
        return "begins_with(" + name + ", " + expression.value(((SortCondition.BeginsWith) condition).prefix()) + ")";
    }
}
