package dev.varve.engine.dynamodb.internal.read;

import dev.varve.engine.dynamodb.internal.value.ItemConversion;
import dev.varve.feed.Change;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.table.TableSchema;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/** Converts records of DynamoDB Streams to changes. */
public final class StreamRecords {

    /** The principal that removes expired items, as named in the stream. */
    private static final String EXPIRY_PRINCIPAL = "dynamodb.amazonaws.com";

    private StreamRecords() {}

    /**
     * Returns the change, or nothing if readers of the table saw no change: the item had expired or stayed the same.
     *
     * @param position returns the position after a sequence number
     */
    public static Optional<Change> read(TableSchema schema, Record record, Function<String, FeedPosition> position) {
        StreamRecord change = record.dynamodb();
        Instant at = change.approximateCreationDateTime();
        boolean expiry = isExpiry(record);
        Item old = ItemConversion.readIfAny(change.oldImage());
        @Nullable Item before = expiry ? old : schema.live(old, at);
        @Nullable Item after = ItemConversion.readIfAny(change.newImage());
        if (Objects.equals(before, after)) {
            return Optional.empty();
        }
        return Optional.of(new Change(
                position.apply(change.sequenceNumber()),
                at,
                schema.keyOf(ItemConversion.read(change.keys())),
                before,
                after,
                expiry ? Change.Cause.EXPIRY : Change.Cause.WRITE));
    }

    private static boolean isExpiry(Record record) {
        Identity by = record.userIdentity();
        return record.eventName() == OperationType.REMOVE
                && by != null
                && "Service".equals(by.type())
                && EXPIRY_PRINCIPAL.equals(by.principalId());
    }
}
