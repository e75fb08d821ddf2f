package dev.varve.series.internal.packed.journal;

import dev.varve.error.CorruptData;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.table.Journal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Joins frames, given in the order of their keys, to records.
 *
 * <p>A head is written after its parts, and parts are removed only when their record is obsolete. So a head without all its
 * parts is obsolete too: it arrived late, or the record is being removed. It is ignored.
 */
final class FrameAssembly {

    private final List<Journal.Entry> records = new ArrayList<>();

    // The record whose head was read last, as long as parts of it are missing.
    private final List<Bytes> chunks = new ArrayList<>();
    private long number;
    private long nextPart;
    private long missing;

    /** Adds the next frame. Ignores fences, and parts that no head refers to. */
    void add(FramePosition position, Item item) {
        if (position.isHead()) {
            chunks.clear();
            missing = 0;
            if (!item.has(Frames.FENCE)) {
                begin(position.number(), item);
            }
        } else if (missing > 0 && position.number() == number && position.part() == nextPart) {
            chunks.add(frame(position.number(), item));
            nextPart++;
            missing--;
            complete();
        }
    }

    private void begin(long record, Item head) {
        number = record;
        missing = head.has(Frames.PARTS) ? number(record, head, Frames.PARTS) : 0;
        nextPart = head.has(Frames.FIRST) ? number(record, head, Frames.FIRST) : 0;
        chunks.add(frame(record, head));
        complete();
    }

    private void complete() {
        if (missing > 0) {
            return;
        }
        ByteBuffer content =
                ByteBuffer.allocate(chunks.stream().mapToInt(Bytes::length).sum());
        chunks.forEach(chunk -> content.put(chunk.buffer()));
        chunks.clear();
        records.add(new Journal.Entry(number, content.array()));
    }

    /** Returns the size of all records. */
    long bytes() {
        return records.stream().mapToLong(record -> record.content().length).sum();
    }

    boolean hasRecords() {
        return !records.isEmpty();
    }

    List<Journal.Entry> records() {
        return List.copyOf(records);
    }

    private static Bytes frame(long record, Item item) {
        if (item.value(Frames.FRAME) instanceof Bytes bytes) {
            return bytes;
        }
        throw corrupt(record, Frames.FRAME, item);
    }

    private static long number(long record, Item item, String name) {
        if (item.value(name) instanceof Num number && number.isLong()) {
            return number.longValueExact();
        }
        throw corrupt(record, name, item);
    }

    private static CorruptData corrupt(long record, String name, Item item) {
        return new CorruptData(
                "packed.frame",
                "record %s of a journal has %s = %s, which is not of the expected type"
                        .formatted(record, name, item.value(name)));
    }
}
