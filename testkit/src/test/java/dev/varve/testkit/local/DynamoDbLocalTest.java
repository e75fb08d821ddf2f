package dev.varve.testkit.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class DynamoDbLocalTest {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    @Test
    void serverListensOnLoopbackOnly() throws Exception {
        assertThat(InetAddress.getByName(LOCAL.database().endpoint().getHost()).isLoopbackAddress())
                .isTrue();
    }

    @Test
    void databasesShareNothing() {
        createTable("apart");
        try (LocalDatabase other = LocalDatabase.open()) {
            assertThat(other.client().listTables().join().tableNames()).isEmpty();
            assertThat(LOCAL.client().listTables().join().tableNames()).contains("apart");
        }
    }

    @Test
    void emptyQueryCostsWhatItDoesInDynamoDb() {
        createTable("empty");
        assertThat(query("empty", false).consumedCapacity().capacityUnits()).isEqualTo(0.5);
        assertThat(query("empty", true).consumedCapacity().capacityUnits()).isEqualTo(1);
    }

    @Test
    void missingItemOfABatchGetCostsWhatItDoesInDynamoDb() {
        createTable("missing");
        KeysAndAttributes keys = KeysAndAttributes.builder()
                .keys(List.of(Map.of("pk", AttributeValue.fromS("a")), Map.of("pk", AttributeValue.fromS("b"))))
                .build();
        assertThat(LOCAL.client()
                        .batchGetItem(get -> get.requestItems(Map.of("missing", keys))
                                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                        .join()
                        .consumedCapacity())
                .singleElement()
                .satisfies(used -> assertThat(used.capacityUnits()).isEqualTo(1));
    }

    private static QueryResponse query(String table, boolean isConsistent) {
        return LOCAL.client()
                .query(query -> query.tableName(table)
                        .keyConditionExpression("pk = :pk")
                        .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("none")))
                        .consistentRead(isConsistent)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                .join();
    }

    private static void createTable(String name) {
        LOCAL.client()
                .createTable(table -> table.tableName(name)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .keySchema(KeySchemaElement.builder()
                                .attributeName("pk")
                                .keyType(KeyType.HASH)
                                .build())
                        .attributeDefinitions(AttributeDefinition.builder()
                                .attributeName("pk")
                                .attributeType(ScalarAttributeType.S)
                                .build()))
                .join();
    }
}
