package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.engine.dynamodb.Billing;
import dev.varve.table.IndexSchema;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;

/** Builds the requests that create a table as declared. */
public final class TablePlan {

    private TablePlan() {}

    public static CreateTableRequest create(TableSchema schema, Billing billing) {
        ProvisionedThroughput throughput = throughput(billing);
        return CreateTableRequest.builder()
                .tableName(schema.name())
                .attributeDefinitions(attributes(schema))
                .keySchema(keys(schema.key()))
                .globalSecondaryIndexes(indexes(schema, throughput))
                .billingMode(throughput == null ? BillingMode.PAY_PER_REQUEST : BillingMode.PROVISIONED)
                .provisionedThroughput(throughput)
                .streamSpecification(schema.changes() == TableSchema.Changes.KEPT ? bothImages() : null)
                .build();
    }

    public static UpdateTimeToLiveRequest expiry(String table, String ttlAttribute) {
        return UpdateTimeToLiveRequest.builder()
                .tableName(table)
                .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName(ttlAttribute))
                .build();
    }

    private static @Nullable ProvisionedThroughput throughput(Billing billing) {
        return billing instanceof Billing.Provisioned provisioned
                ? ProvisionedThroughput.builder()
                        .readCapacityUnits(provisioned.readUnits())
                        .writeCapacityUnits(provisioned.writeUnits())
                        .build()
                : null;
    }

    private static StreamSpecification bothImages() {
        return StreamSpecification.builder()
                .streamEnabled(true)
                .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)
                .build();
    }

    private static List<AttributeDefinition> attributes(TableSchema schema) {
        Map<String, AttributeDefinition> definitions = new LinkedHashMap<>();
        define(definitions, schema.key());
        schema.indexes().forEach(index -> define(definitions, index.key()));
        return List.copyOf(definitions.values());
    }

    private static void define(Map<String, AttributeDefinition> definitions, KeySchema key) {
        for (KeyAttribute part : parts(key)) {
            definitions.put(
                    part.name(),
                    AttributeDefinition.builder()
                            .attributeName(part.name())
                            .attributeType(part.type().descriptor())
                            .build());
        }
    }

    private static List<KeyAttribute> parts(KeySchema key) {
        return key.sort() == null ? List.of(key.partition()) : List.of(key.partition(), key.sort());
    }

    private static List<KeySchemaElement> keys(KeySchema key) {
        List<KeySchemaElement> elements = new ArrayList<>();
        for (KeyAttribute part : parts(key)) {
            elements.add(KeySchemaElement.builder()
                    .attributeName(part.name())
                    .keyType(elements.isEmpty() ? KeyType.HASH : KeyType.RANGE)
                    .build());
        }
        return elements;
    }

    private static @Nullable List<GlobalSecondaryIndex> indexes(
            TableSchema schema, @Nullable ProvisionedThroughput throughput) {
        if (schema.indexes().isEmpty()) {
            return null;
        }
        return schema.indexes().stream()
                .map(index -> GlobalSecondaryIndex.builder()
                        .indexName(index.name())
                        .keySchema(keys(index.key()))
                        .projection(projection(schema, index))
                        .provisionedThroughput(throughput)
                        .build())
                .toList();
    }

    private static Projection projection(TableSchema schema, IndexSchema index) {
        Set<String> held = schema.projected(index);
        if (held == null) {
            return Projection.builder().projectionType(ProjectionType.ALL).build();
        }
        Set<String> others = new TreeSet<>(held);
        others.removeAll(schema.key().names());
        others.removeAll(index.key().names());
        return others.isEmpty()
                ? Projection.builder().projectionType(ProjectionType.KEYS_ONLY).build()
                : Projection.builder()
                        .projectionType(ProjectionType.INCLUDE)
                        .nonKeyAttributes(others)
                        .build();
    }
}
