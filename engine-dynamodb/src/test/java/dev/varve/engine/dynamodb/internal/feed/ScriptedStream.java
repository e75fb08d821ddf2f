package dev.varve.engine.dynamodb.internal.feed;

import dev.varve.engine.dynamodb.internal.feed.ShardRead.Refusal;
import dev.varve.engine.dynamodb.internal.value.ItemConversion;
import dev.varve.item.Item;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/** A stream whose shards the test controls: they open, receive changes, split into children, lose records and vanish. */
final class ScriptedStream implements ShardSource {

    static final TableSchema SCHEMA = TableSchema.named("scripted").build();
    static final Instant START = Instant.parse("2026-04-20T14:00:00Z");

    private static final class Scripted {
        final @Nullable String parent;
        final List<Record> records = new ArrayList<>();
        int trimmed;
        boolean closed;
        boolean listed = true;

        Scripted(@Nullable String parent) {
            this.parent = parent;
        }
    }

    private final Map<String, Scripted> shards = new LinkedHashMap<>();
    private final List<String> readShards = new ArrayList<>();
    private String address = "stream-1";
    private int written;
    private int generation;
    private IntUnaryOperator batches = wanted -> wanted;

    int listings;
    int iterators;
    Instant now = START;

    ScriptedStream open(String... ids) {
        for (String id : ids) {
            shards.put(id, new Scripted(null));
        }
        return this;
    }

    /** Writes a unique value to an item of this shard, and returns the value. */
    int write(String shard, String item) {
        int value = ++written;
        Key key = Key.of(item, "s");
        Item image = SCHEMA.key().asItem(key).with("v", value);
        shard(shard)
                .records
                .add(Record.builder()
                        .eventName(OperationType.INSERT)
                        .dynamodb(StreamRecord.builder()
                                .sequenceNumber("%021d".formatted(value))
                                .approximateCreationDateTime(now)
                                .keys(ItemConversion.key(SCHEMA.key(), key))
                                .newImage(ItemConversion.write(image))
                                .build())
                        .build());
        return value;
    }

    /** Ends a shard; children may come later. */
    void close(String shard) {
        shard(shard).closed = true;
    }

    void child(String parent, String... children) {
        close(parent);
        for (String child : children) {
            shards.put(child, new Scripted(parent));
        }
    }

    /** Drops the oldest records of a shard. */
    void trim(String shard, int count) {
        shard(shard).trimmed += count;
    }

    /** Drops a shard and all its records. */
    void vanish(String shard) {
        shards.remove(shard);
    }

    /** Hides a shard from the listing, or shows it again. */
    void list(String shard, boolean listed) {
        shard(shard).listed = listed;
    }

    /** Becomes another stream without the shards of this one. */
    void restart(String newAddress) {
        shards.clear();
        address = newAddress;
    }

    /** Expires every iterator. */
    void expireIterators() {
        generation++;
    }

    /** Sets how many of the requested and available records a batch returns. */
    void batches(IntUnaryOperator size) {
        batches = size;
    }

    /** Returns the shards whose records were read since the last call of this method. */
    List<String> readShards() {
        List<String> since = List.copyOf(readShards);
        readShards.clear();
        return since;
    }

    private Scripted shard(String id) {
        Scripted shard = shards.get(id);
        if (shard == null) {
            throw new IllegalArgumentException("the script has no shard " + id);
        }
        return shard;
    }

    @Override
    public CompletableFuture<Listing> list() {
        listings++;
        List<Shard> listed = new ArrayList<>();
        shards.forEach((id, shard) -> {
            if (shard.listed) {
                listed.add(new Shard(id, shard.parent, shard.closed));
            }
        });
        return CompletableFuture.completedFuture(new Listing(address, new ShardGraph(listed), now.getEpochSecond()));
    }

    @Override
    public CompletableFuture<ShardRead> iterator(String stream, String id, ShardPlace place) {
        iterators++;
        Scripted shard = shards.get(id);
        if (shard == null || !stream.equals(address)) {
            return CompletableFuture.completedFuture(Refusal.MISSING);
        }
        int index = shard.trimmed;
        if (place instanceof ShardPlace.After after) {
            index = indexBehind(shard, after.sequence());
        } else if (place == ShardPlace.Fixed.LATEST) {
            index = shard.records.size();
        }
        return CompletableFuture.completedFuture(
                index < shard.trimmed || (index == shard.trimmed && place instanceof ShardPlace.After)
                        ? Refusal.TRIMMED
                        : new ShardRead.Iterator(text(id, index)));
    }

    private static int indexBehind(Scripted shard, String sequence) {
        for (int i = 0; i < shard.records.size(); i++) {
            if (shard.records.get(i).dynamodb().sequenceNumber().equals(sequence)) {
                return i + 1;
            }
        }
        throw new IllegalArgumentException("the shard has no record " + sequence);
    }

    private String text(String id, int index) {
        return id + "@" + index + "@" + generation;
    }

    @Override
    public CompletableFuture<ShardRead> records(String iterator, int most) {
        String[] parts = iterator.split("@", -1);
        Scripted shard = shards.get(parts[0]);
        readShards.add(parts[0]);
        int from = Integer.parseInt(parts[1]);
        if (Integer.parseInt(parts[2]) < generation) {
            return CompletableFuture.completedFuture(Refusal.EXPIRED);
        } else if (shard == null) {
            return CompletableFuture.completedFuture(Refusal.MISSING);
        } else if (from < shard.trimmed) {
            return CompletableFuture.completedFuture(Refusal.TRIMMED);
        }
        int count = batches.applyAsInt(Math.min(most, shard.records.size() - from));
        boolean atEnd = shard.closed && from + count == shard.records.size();
        return CompletableFuture.completedFuture(new ShardRead.Batch(
                List.copyOf(shard.records.subList(from, from + count)), atEnd ? null : text(parts[0], from + count)));
    }
}
