package dev.varve.engine.dynamodb.internal.plan;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.dynamodb.internal.expression.ExpressionShapes;
import dev.varve.table.BatchGet;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactGet;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

class PagePlansTest {

    private static final TableSchema TABLE =
            TableSchema.named("table").index("gsi1", "gsi1pk", "gsi1sk").build();
    private static final TableSchema WITHOUT_TTL =
            TableSchema.named("lasting").withoutTtl().build();
    private static final ExpressionShapes SHAPES = new ExpressionShapes();
    private static final Instant NOW = Instant.ofEpochSecond(1000);
    private static final Map<String, AttributeValue> LAST = Map.of("pk", AttributeValue.fromS("p"));

    private static QueryRequest query(Query query) {
        return PagePlans.query(TABLE, query, PageStep.first(query.limit(), null), NOW, SHAPES);
    }

    @Test
    void sortConditions() {
        assertThat(query(Query.of("p")).keyConditionExpression()).isEqualTo("#n0 = :v0");
        assertThat(query(Query.of("p").after("a")).keyConditionExpression()).isEqualTo("#n0 = :v0 AND #n1 > :v1");
        assertThat(query(Query.of("p").between("a", "b")).keyConditionExpression())
                .isEqualTo("#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2");
        assertThat(query(Query.of("p").beginsWith("a")).keyConditionExpression())
                .isEqualTo("#n0 = :v0 AND begins_with(#n1, :v1)");
        assertThat(query(Query.of("p").on("gsi1").equalTo("a")).expressionAttributeNames())
                .containsEntry("#n0", "gsi1pk")
                .containsEntry("#n1", "gsi1sk");
    }

    @Test
    void expiredItemsAreFilteredOut() {
        assertThat(query(Query.of("p").where(attr("v").is(1))).filterExpression())
                .isEqualTo("#n1 = :v1 AND NOT (#n2 <= :v2)");
        assertThat(PagePlans.scan(WITHOUT_TTL, Scan.all(), PageStep.first(0, null), NOW, SHAPES)
                        .filterExpression())
                .isNull();
    }

    @Test
    void laterRequestsExamineMoreItems() {
        Query query = Query.of("p").limit(10).descending().consistent();
        PageStep first = PageStep.first(10, null);
        assertThat(PagePlans.query(TABLE, query, first, NOW, SHAPES).limit()).isEqualTo(10);
        QueryRequest third = PagePlans.query(TABLE, query, first.next(4, LAST).next(7, LAST), NOW, SHAPES);
        assertThat(third.limit()).isEqualTo(12);
        assertThat(third.exclusiveStartKey()).isEqualTo(LAST);
        assertThat(third.scanIndexForward()).isFalse();
        assertThat(third.consistentRead()).isTrue();
        assertThat(query(Query.of("p")).limit()).isNull();
    }

    @Test
    void selectionIncludesKeysIfAPageMayBeTruncated() {
        Query query = Query.of("p").on("gsi1").select("v").limit(10);
        PageStep first = PageStep.first(10, null);
        assertThat(PagePlans.query(TABLE, query, first, NOW, SHAPES).expressionAttributeNames())
                .containsValues("v")
                .doesNotContainValue("pk");
        assertThat(PagePlans.query(TABLE, query, first.next(1, LAST), NOW, SHAPES)
                        .expressionAttributeNames())
                .containsValues("v", "pk", "sk", "gsi1pk", "gsi1sk");
    }

    @Test
    void countReadsKeysOnlyIfAPageMayBeTruncated() {
        Query query = Query.of("p").countOnly().limit(10);
        PageStep first = PageStep.first(10, null);
        assertThat(PagePlans.query(TABLE, query, first, NOW, SHAPES).select()).isEqualTo(Select.COUNT);
        QueryRequest second = PagePlans.query(TABLE, query, first.next(1, LAST), NOW, SHAPES);
        assertThat(second.select()).isNull();
        assertThat(second.projectionExpression()).isEqualTo("#n0, #n2");
    }

    @Test
    void segmentsAreSentOnlyIfThereAreSeveral() {
        ScanRequest whole = PagePlans.scan(TABLE, Scan.all(), PageStep.first(0, null), NOW, SHAPES);
        assertThat(whole.segment()).isNull();
        ScanRequest part = PagePlans.scan(TABLE, Scan.all().segment(1, 4), PageStep.first(0, null), NOW, SHAPES);
        assertThat(part.segment()).isOne();
        assertThat(part.totalSegments()).isEqualTo(4);
    }

    @Test
    void readsByKeyIncludeTheTtl() {
        assertThat(ReadPlan.get(TABLE, Get.of(Key.of("p", "s")), SHAPES).projectionExpression())
                .isNull();
        assertThat(ReadPlan.get(TABLE, Get.of(Key.of("p", "s")).select("name").consistent(), SHAPES)
                        .expressionAttributeNames())
                .containsValues("name", "pk", "sk", "ttl");
        BatchGet batch = BatchGet.of(List.of(Key.of("p", "s"), Key.of("p", "t")));
        assertThat(ReadPlan.batchGet(TABLE, batch, batch.keys(), SHAPES)
                        .requestItems()
                        .get("table")
                        .keys())
                .hasSize(2);
        assertThat(ReadPlan.transactGet(TABLE, TransactGet.of(Key.of("p", "s"))).transactItems())
                .hasSize(1);
    }
}
