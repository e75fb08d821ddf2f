package dev.varve.engine.dynamodb.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.engine.dynamodb.internal.value.ItemConversion;
import dev.varve.feed.Change;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.testkit.local.DynamoDbLocal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;

class StreamRecordsTest {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    private static final TableSchema SCHEMA = TableSchema.named("streamed").build();
    private static final Instant AT = Instant.ofEpochSecond(1000);
    private static final Key KEY = Key.of("p", "s");
    private static final Item ITEM = Item.of("pk", "p", "sk", "s", "v", 1);

    private static Optional<Change> read(
            OperationType type, @Nullable Item before, @Nullable Item after, @Nullable Identity by) {
        StreamRecord.Builder change = StreamRecord.builder()
                .sequenceNumber("17")
                .approximateCreationDateTime(AT)
                .keys(ItemConversion.key(SCHEMA.key(), KEY));
        if (before != null) {
            change.oldImage(ItemConversion.write(before));
        }
        if (after != null) {
            change.newImage(ItemConversion.write(after));
        }
        return StreamRecords.read(
                SCHEMA,
                Record.builder()
                        .eventName(type)
                        .userIdentity(by)
                        .dynamodb(change.build())
                        .build(),
                FeedPosition::new);
    }

    private static Change change(@Nullable Item before, @Nullable Item after, Change.Cause cause) {
        return new Change(new FeedPosition("17"), AT, KEY, before, after, cause);
    }

    @Test
    void writesHaveTheirImages() {
        Item changed = ITEM.with("v", 2);
        assertThat(read(OperationType.INSERT, null, ITEM, null)).contains(change(null, ITEM, Change.Cause.WRITE));
        assertThat(read(OperationType.MODIFY, ITEM, changed, null)).contains(change(ITEM, changed, Change.Cause.WRITE));
        assertThat(read(OperationType.REMOVE, ITEM, null, null)).contains(change(ITEM, null, Change.Cause.WRITE));
    }

    @Test
    void removalByTheServiceIsExpiry() {
        Item expired = ITEM.with("ttl", 900);
        Identity service = Identity.builder()
                .type("Service")
                .principalId("dynamodb.amazonaws.com")
                .build();
        assertThat(read(OperationType.REMOVE, expired, null, service))
                .contains(change(expired, null, Change.Cause.EXPIRY));
        Identity user = Identity.builder().type("User").principalId("x").build();
        assertThat(read(OperationType.REMOVE, ITEM, null, user)).contains(change(ITEM, null, Change.Cause.WRITE));
    }

    @Test
    void expiredOldImageIsHidden() {
        Item expired = ITEM.with("ttl", 1000);
        assertThat(read(OperationType.MODIFY, expired, ITEM, null)).contains(change(null, ITEM, Change.Cause.WRITE));
        assertThat(read(OperationType.REMOVE, expired, null, null)).isEmpty();
    }

    @Test
    void writeThatChangesNothingIsNoChange() {
        assertThat(read(OperationType.MODIFY, ITEM, ITEM, null)).isEmpty();
    }

    @Test
    void recordsOfDynamoDbLocalAreRead() {
        TableSchema schema = TableSchema.named("streamed-local").build();
        BlockingTable table =
                DynamoDbEngine.over(LOCAL.client()).open(schema).join().blocking();
        table.put(ITEM);
        table.put(ITEM);
        table.update(Update.of(KEY).set("v", 2));
        table.delete(KEY);
        List<Change> changes = new ArrayList<>();
        records(schema.name())
                .forEach(record ->
                        StreamRecords.read(schema, record, FeedPosition::new).ifPresent(changes::add));
        assertThat(changes).extracting(Change::before).containsExactly(null, ITEM, ITEM.with("v", 2));
        assertThat(changes).extracting(Change::after).containsExactly(ITEM, ITEM.with("v", 2), null);
        assertThat(changes).extracting(Change::key).containsOnly(KEY);
        assertThat(changes).extracting(Change::cause).containsOnly(Change.Cause.WRITE);
    }

    private static List<Record> records(String table) {
        String stream = LOCAL.client()
                .describeTable(request -> request.tableName(table))
                .join()
                .table()
                .latestStreamArn();
        DynamoDbStreamsAsyncClient streams = LOCAL.database().streams();
        String shard = streams.describeStream(request -> request.streamArn(stream))
                .join()
                .streamDescription()
                .shards()
                .get(0)
                .shardId();
        String iterator = streams.getShardIterator(request ->
                        request.streamArn(stream).shardId(shard).shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                .join()
                .shardIterator();
        return streams.getRecords(request -> request.shardIterator(iterator))
                .join()
                .records();
    }
}
