package dev.varve.series.internal.packed.journal;

import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Rejected;
import dev.varve.internal.AsyncLoop;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.table.Capacity;
import dev.varve.table.Journal;
import dev.varve.table.WriteResult;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The journal of this process, the only one that it appends to. */
final class OwnJournal implements Journal {

    /** Beyond this many different records of unknown outcome under one number, the writer gives up its name. */
    static final int MAX_IN_DOUBT = 8;

    private final JournalTable table;
    private final OwnWriter writer;
    private final Frames frames;

    /*
     * Only appends use these fields, one at a time. A write whose response was lost may still arrive later. Therefore a head
     * is put on condition that its number is free, and the heads in doubt are kept until the number is taken: a head that
     * is found there is one of them, or this writer was fenced. Parts have no condition, so no attempt uses the number of
     * a part again.
     */
    private final Set<Item> inDoubt = new HashSet<>();
    private long nextPart = 1;

    OwnJournal(JournalTable table, OwnWriter writer) {
        this.table = table;
        this.writer = writer;
        this.frames = table.frames(writer.name());
    }

    @Override
    public CompletableFuture<Appended> append(byte[] content) {
        if (content.length > MAX_RECORD_BYTES) {
            return CompletableFuture.failedFuture(new Rejected(
                    "packed.record-too-large",
                    "a record has %s bytes; the limit is %s: append smaller batches"
                            .formatted(content.length, MAX_RECORD_BYTES)));
        }
        List<Bytes> chunks = chunks(content);
        return writer.ready().thenCompose(capacity -> store(chunks, capacity));
    }

    private static List<Bytes> chunks(byte[] content) {
        if (content.length <= Frames.MAX_CHUNK_BYTES) {
            return List.of(Bytes.wrap(content));
        }
        List<Bytes> chunks = new ArrayList<>();
        ByteBuffer rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
            byte[] chunk = new byte[Math.min(rest.remaining(), Frames.MAX_CHUNK_BYTES)];
            rest.get(chunk);
            chunks.add(Bytes.wrap(chunk));
        }
        return chunks;
    }

    private CompletableFuture<Appended> store(List<Bytes> chunks, Capacity before) {
        long number = writer.last() + 1;
        long first = nextPart;
        List<Bytes> parts = chunks.subList(1, chunks.size());
        nextPart += parts.size();
        Instant now = table.now();
        Item head = Frames.head(chunks.get(0), first, parts.size());
        return frames.putParts(number, first, parts, now)
                .thenCompose(capacity -> frames.putHead(number, head, now)
                        .exceptionallyCompose(error -> failed(head, AsyncLoop.failure(error)))
                        .thenCompose(result -> {
                            Capacity sum = before.plus(capacity).plus(result.capacity());
                            return result instanceof WriteResult.ConditionFailed failed
                                    ? resolve(number, head, chunks, failed, sum)
                                    : CompletableFuture.completedFuture(reached(number, sum));
                        }));
    }

    private CompletableFuture<WriteResult> failed(Item head, Throwable error) {
        if (error instanceof OutcomeUnknown) {
            inDoubt.add(head);
            if (inDoubt.size() > MAX_IN_DOUBT) {
                writer.fenced("the outcome of %s records is unknown".formatted(inDoubt.size()));
            }
        }
        return CompletableFuture.failedFuture(error);
    }

    /** Finds out what is stored under the number: this record, an earlier one whose response was lost, or a fence. */
    private CompletableFuture<Appended> resolve(
            long number, Item head, List<Bytes> chunks, WriteResult.ConditionFailed failed, Capacity capacity) {
        // If the read fails, the next append must know that this record may be stored.
        inDoubt.add(head);
        CompletableFuture<Optional<Item>> found =
                failed.find().isPresent() ? CompletableFuture.completedFuture(failed.find()) : frames.head(number);
        return found.thenCompose(stored -> {
            if (stored.filter(item -> Frames.isEqual(item, head)).isPresent()) {
                return CompletableFuture.completedFuture(reached(number, capacity));
            }
            boolean isEarlier =
                    stored.isPresent() && inDoubt.stream().anyMatch(earlier -> Frames.isEqual(stored.get(), earlier));
            if (!isEarlier) {
                return CompletableFuture.failedFuture(
                        writer.fenced("another process put record %s of its journal".formatted(number)));
            }
            reached(number, capacity);
            return store(chunks, capacity);
        });
    }

    private Appended reached(long number, Capacity capacity) {
        inDoubt.clear();
        writer.reached(number);
        return new Appended(number, capacity);
    }

    @Override
    public CompletableFuture<List<Entry>> read(long after) {
        return frames.read(Math.max(after, writer.trimmed()));
    }

    @Override
    public CompletableFuture<Void> trim(long upTo) {
        writer.trim(upTo);
        if (table.expires()) {
            return CompletableFuture.completedFuture(null);
        }
        // The newest record stays: it tells another process where to put the fence.
        return frames.remove(Math.min(writer.trimmed(), writer.last() - 1));
    }

    @Override
    public CompletableFuture<Long> trimmed() {
        return CompletableFuture.completedFuture(writer.trimmed());
    }

    CompletableFuture<Void> close() {
        boolean isEmpty = writer.trimmed() >= writer.last() && inDoubt.isEmpty();
        return (table.expires() ? CompletableFuture.<Void>completedFuture(null) : frames.remove(writer.trimmed()))
                .thenCompose(removed -> writer.close(isEmpty ? OwnWriter.Left.NOTHING : OwnWriter.Left.RECORDS));
    }
}
