package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.engine.dynamodb.internal.value.ItemConversion;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.TableSchema;
import dev.varve.table.Write;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Builds batches of unconditional writes. */
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
                        .putRequest(request -> request.item(ItemConversion.write(put.item())))
                        .build()
                : WriteRequest.builder()
                        .deleteRequest(request -> request.key(ItemConversion.key(schema.key(), write.keyIn(schema))))
                        .build();
    }

    /** Returns the key of a write that came back unprocessed. */
    public static Key keyOf(TableSchema schema, WriteRequest request) {
        return schema.keyOf(ItemConversion.read(
                request.putRequest() == null
                        ? request.deleteRequest().key()
                        : request.putRequest().item()));
    }
}
