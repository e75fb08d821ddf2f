package dev.varve.engine.dynamodb.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.dynamodb.Billing;
import dev.varve.engine.dynamodb.internal.plan.TablePlan;
import dev.varve.item.ValueType;
import dev.varve.table.IndexSchema;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Projection;
import dev.varve.table.TableSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** A table created from a plan has no drift from its declaration. */
class TablesReadTest {

    private static final TableSchema SCHEMA = TableSchema.named("table")
            .partition("id", ValueType.NUMBER)
            .sort("at", ValueType.BYTES)
            .index("gsi1", "gsi1pk", "gsi1sk")
            .index(new IndexSchema(
                    "keys", new KeySchema(new KeyAttribute("gsi1pk", ValueType.TEXT), null), Projection.keysOnly()))
            .index(new IndexSchema(
                    "some",
                    new KeySchema(new KeyAttribute("gsi1sk", ValueType.TEXT), new KeyAttribute("id", ValueType.NUMBER)),
                    Projection.include("name", "at")))
            .build();

    private static TableDescription described(CreateTableRequest created) {
        return TableDescription.builder()
                .tableStatus(TableStatus.ACTIVE)
                .attributeDefinitions(created.attributeDefinitions())
                .keySchema(created.keySchema())
                .streamSpecification(created.streamSpecification())
                .globalSecondaryIndexes(created.globalSecondaryIndexes().stream()
                        .map(index -> GlobalSecondaryIndexDescription.builder()
                                .indexName(index.indexName())
                                .indexStatus(IndexStatus.ACTIVE)
                                .keySchema(index.keySchema())
                                .projection(index.projection())
                                .build())
                        .toList())
                .build();
    }

    private static TableDescription described(TableSchema schema) {
        return described(TablePlan.create(schema, Billing.onDemand()));
    }

    @Test
    void tableAsDeclaredHasNoDrift() {
        assertThat(ExistingTable.drift(SCHEMA, described(SCHEMA), "ttl")).isEmpty();
        TableSchema plain = TableSchema.named("plain")
                .withoutSort()
                .withoutTtl()
                .withoutChanges()
                .build();
        assertThat(ExistingTable.drift(plain, described(plain), null)).isEmpty();
    }

    @Test
    void everyIndexHoldsTheTtlAttribute() {
        CreateTableRequest created = TablePlan.create(SCHEMA, Billing.onDemand());
        assertThat(created.globalSecondaryIndexes().get(1).projection().nonKeyAttributes())
                .containsExactly("ttl");
        assertThat(created.globalSecondaryIndexes().get(2).projection().nonKeyAttributes())
                .containsExactly("name", "ttl");
        assertThat(created.billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(created.provisionedThroughput()).isNull();
        assertThat(created.attributeDefinitions()).hasSize(4);
    }

    @Test
    void provisionedCapacityAppliesToTheTableAndEachIndex() {
        CreateTableRequest created = TablePlan.create(SCHEMA, Billing.provisioned(5, 7));
        assertThat(created.billingMode()).isEqualTo(BillingMode.PROVISIONED);
        assertThat(created.provisionedThroughput().readCapacityUnits()).isEqualTo(5);
        assertThat(created.globalSecondaryIndexes())
                .allMatch(index -> index.provisionedThroughput().writeCapacityUnits() == 7);
    }

    @Test
    void differencesAreListed() {
        TableDescription table = described(SCHEMA).toBuilder()
                .streamSpecification(stream -> stream.streamEnabled(false))
                .localSecondaryIndexes(LocalSecondaryIndexDescription.builder()
                        .indexName("lsi")
                        .build())
                .build();
        assertThat(ExistingTable.drift(SCHEMA, table, "expires"))
                .contains(
                        "TTL attribute is declared as ttl, but the table has expires",
                        "change feed is declared as KEPT, but the table has NOT_KEPT",
                        "the table has no stream: turn one on with view NEW_AND_OLD_IMAGES, or declare the table withoutChanges()",
                        "index keys does not hold TTL attribute \"expires\", so its expired items cannot be recognised",
                        "local index lsi is in the table, but cannot be declared");
    }

    @Test
    void indexWithoutTheTtlAttributeIsDrift() {
        TableDescription table = described(SCHEMA);
        List<GlobalSecondaryIndexDescription> indexes = table.globalSecondaryIndexes().stream()
                .map(index -> index.indexName().equals("keys")
                        ? index.toBuilder()
                                .projection(held -> held.projectionType(ProjectionType.KEYS_ONLY))
                                .build()
                        : index)
                .toList();
        assertThat(ExistingTable.drift(
                        SCHEMA,
                        table.toBuilder().globalSecondaryIndexes(indexes).build(),
                        "ttl"))
                .containsExactly(
                        "index keys does not hold TTL attribute \"ttl\", so its expired items cannot be recognised");
    }

    @Test
    void tableIsActiveWithAllItsIndexes() {
        TableDescription table = described(SCHEMA);
        assertThat(ExistingTable.isActive(table)).isTrue();
        assertThat(ExistingTable.isActive(
                        table.toBuilder().tableStatus(TableStatus.CREATING).build()))
                .isFalse();
        GlobalSecondaryIndexDescription creating = table.globalSecondaryIndexes().get(0).toBuilder()
                .indexStatus(IndexStatus.CREATING)
                .build();
        assertThat(ExistingTable.isActive(
                        table.toBuilder().globalSecondaryIndexes(creating).build()))
                .isFalse();
    }

    @Test
    void ttlBeingEnabledCountsAsEnabled() {
        for (TimeToLiveStatus status : List.of(TimeToLiveStatus.ENABLED, TimeToLiveStatus.ENABLING)) {
            assertThat(ExistingTable.ttlAttribute(ttl(status))).isEqualTo("ttl");
        }
        for (TimeToLiveStatus status : List.of(TimeToLiveStatus.DISABLED, TimeToLiveStatus.DISABLING)) {
            assertThat(ExistingTable.ttlAttribute(ttl(status))).isNull();
        }
    }

    private static TimeToLiveDescription ttl(TimeToLiveStatus status) {
        return TimeToLiveDescription.builder()
                .timeToLiveStatus(status)
                .attributeName("ttl")
                .build();
    }
}
