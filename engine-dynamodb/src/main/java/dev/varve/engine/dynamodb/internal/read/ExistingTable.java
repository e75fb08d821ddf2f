package dev.varve.engine.dynamodb.internal.read;

import dev.varve.engine.support.SchemaDrift;
import dev.varve.item.ValueType;
import dev.varve.table.IndexSchema;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Projection;
import dev.varve.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Compares DynamoDB's description of a table with its declaration. */
public final class ExistingTable {

    private ExistingTable() {}

    /** Returns whether the table and all of its indexes can be used. */
    public static boolean isActive(TableDescription table) {
        boolean usable = table.tableStatus() == TableStatus.ACTIVE || table.tableStatus() == TableStatus.UPDATING;
        return usable
                && table.globalSecondaryIndexes().stream()
                        .allMatch(index -> index.indexStatus() != IndexStatus.CREATING);
    }

    public static @Nullable String ttlAttribute(TimeToLiveDescription ttl) {
        boolean on = ttl.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                || ttl.timeToLiveStatus() == TimeToLiveStatus.ENABLING;
        return on ? ttl.attributeName() : null;
    }

    /** Returns one sentence for each difference from the declaration. */
    public static List<String> drift(TableSchema declared, TableDescription table, @Nullable String ttlAttribute) {
        List<String> differences =
                new ArrayList<>(SchemaDrift.between(declared, schema(declared.name(), table, ttlAttribute)));
        if (declared.changes() == TableSchema.Changes.KEPT && !keepsChanges(table)) {
            differences.add(streamRemedy(table.streamSpecification()));
        }
        if (ttlAttribute != null) {
            table.globalSecondaryIndexes().stream()
                    .filter(index -> !holds(index, ttlAttribute))
                    .forEach(index -> differences.add(
                            "index %s does not hold TTL attribute \"%s\", so its expired items cannot be recognised"
                                    .formatted(index.indexName(), ttlAttribute)));
        }
        table.localSecondaryIndexes()
                .forEach(index -> differences.add(
                        "local index " + index.indexName() + " is in the table, but cannot be declared"));
        return List.copyOf(differences);
    }

    private static boolean keepsChanges(TableDescription table) {
        return isOn(table.streamSpecification())
                && table.streamSpecification().streamViewType() == StreamViewType.NEW_AND_OLD_IMAGES;
    }

    private static boolean isOn(@Nullable StreamSpecification stream) {
        return stream != null && Boolean.TRUE.equals(stream.streamEnabled());
    }

    private static String streamRemedy(@Nullable StreamSpecification stream) {
        return stream == null || !isOn(stream)
                ? "the table has no stream: turn one on with view %s, or declare the table withoutChanges()"
                        .formatted(StreamViewType.NEW_AND_OLD_IMAGES)
                : "the table's stream holds %s: turn it off and on again with view %s, which loses the changes it keeps, or declare the table withoutChanges()"
                        .formatted(stream.streamViewTypeAsString(), StreamViewType.NEW_AND_OLD_IMAGES);
    }

    private static boolean holds(GlobalSecondaryIndexDescription index, String attribute) {
        return index.projection().projectionType() == ProjectionType.ALL
                || index.projection().nonKeyAttributes().contains(attribute);
    }

    private static TableSchema schema(String name, TableDescription table, @Nullable String ttlAttribute) {
        Map<String, ValueType> types = new TreeMap<>();
        table.attributeDefinitions()
                .forEach(attribute -> types.put(attribute.attributeName(), type(attribute.attributeTypeAsString())));
        List<IndexSchema> indexes = table.globalSecondaryIndexes().stream()
                .map(index -> new IndexSchema(index.indexName(), key(index.keySchema(), types), projection(index)))
                .toList();
        return new TableSchema(
                name,
                key(table.keySchema(), types),
                indexes,
                ttlAttribute,
                keepsChanges(table) ? TableSchema.Changes.KEPT : TableSchema.Changes.NOT_KEPT);
    }

    private static ValueType type(String descriptor) {
        return switch (descriptor) {
            case "N" -> ValueType.NUMBER;
            case "B" -> ValueType.BYTES;
            default -> ValueType.TEXT;
        };
    }

    private static KeySchema key(List<KeySchemaElement> elements, Map<String, ValueType> types) {
        KeyAttribute partition = part(elements, types, KeyType.HASH);
        if (partition == null) {
            throw new IllegalStateException("DynamoDB described a key without a partition: " + elements);
        }
        return new KeySchema(partition, part(elements, types, KeyType.RANGE));
    }

    private static @Nullable KeyAttribute part(
            List<KeySchemaElement> elements, Map<String, ValueType> types, KeyType kind) {
        for (KeySchemaElement element : elements) {
            ValueType type = types.get(element.attributeName());
            if (element.keyType() == kind && type != null) {
                return new KeyAttribute(element.attributeName(), type);
            }
        }
        return null;
    }

    private static Projection projection(GlobalSecondaryIndexDescription index) {
        return index.projection().projectionType() == ProjectionType.ALL
                ? Projection.all()
                : Projection.include(index.projection().nonKeyAttributes().toArray(String[]::new));
    }
}
