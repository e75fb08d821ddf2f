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

/** Corrects what the streams of DynamoDB Local tell differently, as {@link LocalCorrections} does for its tables. */
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

    /** {@code stream-empty-map}: an empty map comes as a value without any type. */
    private static Record emptyMaps(Record record) {
        StreamRecord change = record.dynamodb();
        StreamRecord.Builder mended = change.toBuilder();
        if (change.hasOldImage()) {
            mended.oldImage(mended(change.oldImage()));
        }
        if (change.hasNewImage()) {
            mended.newImage(mended(change.newImage()));
        }
        return record.toBuilder().dynamodb(mended.build()).build();
    }

    private static Map<String, AttributeValue> mended(Map<String, AttributeValue> values) {
        Map<String, AttributeValue> mended = new HashMap<>();
        values.forEach((name, value) -> mended.put(name, mended(value)));
        return mended;
    }

    private static AttributeValue mended(AttributeValue value) {
        return switch (value.type()) {
            case M -> AttributeValue.fromM(mended(value.m()));
            case L ->
                AttributeValue.fromL(
                        value.l().stream().map(StreamCorrections::mended).toList());
            case UNKNOWN_TO_SDK_VERSION -> AttributeValue.fromM(Map.of());
            default -> value;
        };
    }
}
