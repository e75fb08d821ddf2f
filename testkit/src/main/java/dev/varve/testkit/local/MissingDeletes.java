package dev.varve.testkit.local;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Counts, before a batch or transaction is sent, how many of the items that it deletes do not exist. */
final class MissingDeletes {

    private final DynamoDbAsyncClient client;

    MissingDeletes(DynamoDbAsyncClient client) {
        this.client = client;
    }

    /** Returns the number of deletes without an item, by table. */
    Map<String, Integer> count(SdkRequest request) {
        Map<String, Integer> missing = new HashMap<>();
        deletes(request).forEach((table, keys) -> missing.put(table, keys.size() - found(table, keys)));
        return missing;
    }

    private static Map<String, List<Map<String, AttributeValue>>> deletes(SdkRequest request) {
        Map<String, List<Map<String, AttributeValue>>> keys = new HashMap<>();
        if (request instanceof BatchWriteItemRequest batch) {
            batch.requestItems()
                    .forEach((table, writes) -> writes.stream()
                            .filter(write -> write.deleteRequest() != null)
                            .forEach(write -> keys.computeIfAbsent(table, name -> new ArrayList<>())
                                    .add(write.deleteRequest().key())));
        } else if (request instanceof TransactWriteItemsRequest transaction) {
            transaction.transactItems().stream()
                    .filter(item -> item.delete() != null)
                    .forEach(item -> keys.computeIfAbsent(item.delete().tableName(), name -> new ArrayList<>())
                            .add(item.delete().key()));
        }
        return keys;
    }

    /**
     * Returns how many of the keys exist. A request that names a key twice is rejected here and again when it is sent.
     */
    private int found(String table, List<Map<String, AttributeValue>> keys) {
        KeysAndAttributes wanted =
                KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
        return client.batchGetItem(get -> get.requestItems(Map.of(table, wanted)))
                .thenApply(response ->
                        response.responses().getOrDefault(table, List.of()).size())
                .exceptionally(refused -> keys.size())
                .join();
    }
}
