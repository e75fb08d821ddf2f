package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.core.table.Key;
import dev.varve.core.table.Put;
import dev.varve.core.table.TableSchema;
import dev.varve.core.table.Write;
import dev.varve.engine.dynamodb.internal.value.Items;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Batches of unconditional writes. */
public final class BatchPlan {

    private BatchPlan() {}

    public static BatchWriteItemRequest write(TableSchema schema, List<Write> writes) {
        return BatchWriteItemRequest.builder()
                .requestItems(Map.of(
                        schema.name(),
                        writes.stream().map(write -> one(schema, write)).toList()))
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
    }

    private static WriteRequest one(TableSchema schema, Write write) {
        return write instanceof Put put
                ? WriteRequest.builder()
                        .putRequest(request -> request.item(Items.write(put.item())))
                        .build()
                : WriteRequest.builder()
                        .deleteRequest(request -> request.key(Items.key(schema.key(), write.keyIn(schema))))
                        .build();
    }

    /** Returns the key of a write that came back unprocessed. */
    public static Key keyOf(TableSchema schema, WriteRequest request) {
        return schema.keyOf(Items.read(
                request.putRequest() == null
                        ? request.deleteRequest().key()
                        : request.putRequest().item()));
    }
}
