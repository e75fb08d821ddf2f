package dev.varve.engine.dynamodb.internal.feed;

import dev.varve.engine.dynamodb.internal.call.Calls;
import dev.varve.engine.dynamodb.internal.call.RetrySafety;
import dev.varve.error.Rejected;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbStreamsRequest;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;

/** The stream of a table in DynamoDB Streams. */
final class TableStream implements ShardSource {

    private final String table;
    private final Calls<DynamoDbAsyncClient> tables;
    private final Calls<DynamoDbStreamsAsyncClient> streams;

    TableStream(String table, Calls<DynamoDbAsyncClient> tables, Calls<DynamoDbStreamsAsyncClient> streams) {
        this.table = table;
        this.tables = tables;
        this.streams = streams;
    }

    @Override
    public CompletableFuture<Listing> list() {
        DescribeTableRequest request =
                DescribeTableRequest.builder().tableName(table).build();
        return tables.send(request, RetrySafety.READ, DynamoDbAsyncClient::describeTable)
                .thenCompose(response -> {
                    String stream = response.table().latestStreamArn();
                    if (stream == null) {
                        throw new Rejected(
                                "feed.not-kept",
                                "table %s no longer has a stream, so it has no feed: turn its stream on again"
                                        .formatted(table));
                    }
                    return list(stream, epochSecond(response), null, new ArrayList<>());
                });
    }

    private CompletableFuture<Listing> list(
            String stream, long epochSecond, @Nullable String after, List<Shard> listed) {
        DescribeStreamRequest request = DescribeStreamRequest.builder()
                .streamArn(stream)
                .exclusiveStartShardId(after)
                .build();
        return streams.send(request, RetrySafety.READ, DynamoDbStreamsAsyncClient::describeStream)
                .thenCompose(response -> {
                    StreamDescription page = response.streamDescription();
                    page.shards().forEach(shard -> listed.add(shard(shard)));
                    return page.lastEvaluatedShardId() == null
                            ? CompletableFuture.completedFuture(
                                    new Listing(stream, new ShardGraph(listed), epochSecond))
                            : list(stream, epochSecond, page.lastEvaluatedShardId(), listed);
                });
    }

    private static Shard shard(software.amazon.awssdk.services.dynamodb.model.Shard shard) {
        boolean closed = shard.sequenceNumberRange() != null
                && shard.sequenceNumberRange().endingSequenceNumber() != null;
        return new Shard(shard.shardId(), shard.parentShardId(), closed);
    }

    private static long epochSecond(SdkResponse response) {
        SdkHttpResponse http = response.sdkHttpResponse();
        String date = http == null ? null : http.firstMatchingHeader("Date").orElse(null);
        try {
            return date == null
                    ? 0
                    : Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date))
                            .getEpochSecond();
        } catch (DateTimeException e) {
            return 0;
        }
    }

    @Override
    public CompletableFuture<ShardRead> iterator(String stream, String shard, ShardPlace place) {
        GetShardIteratorRequest.Builder request =
                GetShardIteratorRequest.builder().streamArn(stream).shardId(shard);
        if (place instanceof ShardPlace.After after) {
            request.shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER).sequenceNumber(after.sequence());
        } else {
            request.shardIteratorType(
                    place == ShardPlace.Fixed.LATEST ? ShardIteratorType.LATEST : ShardIteratorType.TRIM_HORIZON);
        }
        return ask(
                request.build(),
                DynamoDbStreamsAsyncClient::getShardIterator,
                response -> new ShardRead.Iterator(response.shardIterator()));
    }

    @Override
    public CompletableFuture<ShardRead> records(String iterator, int most) {
        GetRecordsRequest request =
                GetRecordsRequest.builder().shardIterator(iterator).limit(most).build();
        return ask(
                request,
                DynamoDbStreamsAsyncClient::getRecords,
                response -> new ShardRead.Batch(response.records(), response.nextShardIterator()));
    }

    private <Q extends DynamoDbStreamsRequest, R> CompletableFuture<ShardRead> ask(
            Q request,
            BiFunction<DynamoDbStreamsAsyncClient, Q, CompletableFuture<R>> verb,
            Function<R, ShardRead> read) {
        return streams.send(request, RetrySafety.READ, verb, read, error -> {
            ShardRead.Refusal refusal = refusal(error);
            return refusal == null ? CompletableFuture.failedFuture(error) : CompletableFuture.completedFuture(refusal);
        });
    }

    private static ShardRead.@Nullable Refusal refusal(Throwable error) {
        if (error instanceof ExpiredIteratorException) {
            return ShardRead.Refusal.EXPIRED;
        } else if (error instanceof TrimmedDataAccessException) {
            return ShardRead.Refusal.TRIMMED;
        }
        return error.getCause() instanceof ResourceNotFoundException ? ShardRead.Refusal.MISSING : null;
    }
}
