package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.engine.dynamodb.internal.expression.ConditionText;
import dev.varve.engine.dynamodb.internal.expression.Expression;
import dev.varve.engine.dynamodb.internal.expression.ExpressionPart;
import dev.varve.engine.dynamodb.internal.expression.ExpressionShapes;
import dev.varve.engine.support.PageReads;
import dev.varve.table.Consistency;
import dev.varve.table.KeySchema;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.SortCondition;
import dev.varve.table.TableSchema;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Builds the requests for one page of a query or a scan. */
public final class PagePlans {

    private PagePlans() {}

    public static QueryRequest query(
            TableSchema schema, Query query, PageStep step, Instant now, ExpressionShapes shapes) {
        Expression expression = shapes.expression(now);
        PageSelect select = PageSelect.of(schema, query.index(), query.select(), step);
        keys(schema, query, expression.begin(ExpressionPart.KEY_CONDITION));
        ConditionText.write(ExpressionPart.FILTER, Expiry.filter(schema, query.filter(), expression.now()), expression);
        select.project(expression);
        return QueryRequest.builder()
                .tableName(schema.name())
                .indexName(query.index())
                .keyConditionExpression(expression.text(ExpressionPart.KEY_CONDITION))
                .filterExpression(expression.text(ExpressionPart.FILTER))
                .projectionExpression(expression.text(ExpressionPart.PROJECTION))
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

    public static ScanRequest scan(TableSchema schema, Scan scan, PageStep step, Instant now, ExpressionShapes shapes) {
        Expression expression = shapes.expression(now);
        PageSelect select = PageSelect.of(schema, scan.index(), scan.select(), step);
        boolean whole = scan.segment().total() == 1;
        ConditionText.write(ExpressionPart.FILTER, Expiry.filter(schema, scan.filter(), expression.now()), expression);
        select.project(expression);
        return ScanRequest.builder()
                .tableName(schema.name())
                .indexName(scan.index())
                .filterExpression(expression.text(ExpressionPart.FILTER))
                .projectionExpression(expression.text(ExpressionPart.PROJECTION))
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
        int examine = PageReads.examine(step.limit(), step.found(), step.number());
        return examine == PageReads.UNLIMITED ? null : examine;
    }

    private static void keys(TableSchema schema, Query query, Expression expression) {
        KeySchema key = query.index() == null
                ? schema.key()
                : schema.index(query.index()).key();
        expression.name(key.partition().name()).text(" = ").value(query.partition());
        if (query.sort() != SortCondition.any()) {
            String name = Objects.requireNonNull(key.sort()).name();
            sort(name, query.sort(), expression.text(" AND "));
        }
    }

    private static void sort(String name, SortCondition condition, Expression expression) {
        if (condition instanceof SortCondition.Compare compare) {
            expression.name(name).text(ConditionText.infix(compare.operator())).value(compare.value());
        } else if (condition instanceof SortCondition.Between between) {
            expression.name(name).text(" BETWEEN ").value(between.low());
            expression.text(" AND ").value(between.high());
        } else if (condition instanceof SortCondition.BeginsWith begins) {
            expression
                    .text("begins_with(")
                    .name(name)
                    .text(", ")
                    .value(begins.prefix())
                    .text(")");
        }
    }
}
