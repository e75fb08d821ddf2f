package dev.varve.testkit.local;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/** Corrects the stream records of DynamoDB Local, as {@link LocalCorrections} does for responses of tables. */
final class StreamCorrections implements ExecutionInterceptor {

    @Override
    public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
        return context.response() instanceof GetRecordsResponse response
                ? response.toBuilder()
                        .records(response.records().stream()
                                .map(StreamCorrections::emptyMaps)
                                .toList())
                        .build()
                : context.response();
    }

    /** {@code stream-empty-map}: Local returns an empty map as a value without a type. */
    private static Record emptyMaps(Record record) {
        StreamRecord change = record.dynamodb();
        StreamRecord.Builder corrected = change.toBuilder();
        if (change.hasOldImage()) {
            corrected.oldImage(corrected(change.oldImage()));
        }
        if (change.hasNewImage()) {
            corrected.newImage(corrected(change.newImage()));
        }
        return record.toBuilder().dynamodb(corrected.build()).build();
    }

    private static Map<String, AttributeValue> corrected(Map<String, AttributeValue> values) {
        Map<String, AttributeValue> corrected = new HashMap<>();
        values.forEach((name, value) -> corrected.put(name, corrected(value)));
        return corrected;
    }

    private static AttributeValue corrected(AttributeValue value) {
        return switch (value.type()) {
            case M -> AttributeValue.fromM(corrected(value.m()));
            case L ->
                AttributeValue.fromL(
                        value.l().stream().map(StreamCorrections::corrected).toList());
            case UNKNOWN_TO_SDK_VERSION -> AttributeValue.fromM(Map.of());
            default -> value;
        };
    }
}
