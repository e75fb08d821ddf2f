package dev.varve.series.internal.packed.hold;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Remembers, about once a second, how long the journal was and when. It tells the age of a record, and which records are
 * beyond the size that readers may hold back.
 */
public final class JournalMarks {

    /** Sealed records are kept for readers up to this size; the default cap of a change log is 1 GB of larger entries. */
    public static final long MAX_HELD_BYTES = 256L << 20;

    private static final long MARK_MILLIS = 1_000;
    private static final long MARK_BYTES = 4L << 20;

    /** Beyond this number every second mark is forgotten, and new ones are twice as far apart. */
    private static final int MAX_MARKS = 10_000;

    /** The first record of a mark, the bytes of all records before it, and when it was appended. */
    private record Mark(long number, long bytes, long millis) {}

    private final long maxHeld;
    private final List<Mark> marks = new ArrayList<>();
    private long bytes;
    private long scale = 1;

    public JournalMarks(long maxHeld) {
        this.maxHeld = maxHeld;
    }

    /** Notes a record; their numbers ascend. */
    public synchronized void add(long number, long length, long millis) {
        Mark last = marks.isEmpty() ? null : marks.get(marks.size() - 1);
        if (last == null
                || millis - last.millis() >= MARK_MILLIS * scale
                || bytes - last.bytes() >= MARK_BYTES * scale) {
            marks.add(new Mark(number, bytes, millis));
        }
        bytes += length;
        if (marks.size() > MAX_MARKS) {
            List<Mark> half = new ArrayList<>();
            for (int i = 0; i < marks.size(); i += 2) {
                half.add(marks.get(i));
            }
            marks.clear();
            marks.addAll(half);
            scale *= 2;
        }
    }

    /** Returns the number up to which records are not kept for readers, because those after it take the allowed size. */
    synchronized long beyondCap() {
        long beyond = 0;
        for (Mark mark : marks) {
            if (bytes - mark.bytes() <= maxHeld) {
                break;
            }
            beyond = mark.number() - 1;
        }
        return beyond;
    }

    /** Forgets records up to this number. */
    public synchronized void trimmed(long upTo) {
        int passed = 0;
        while (passed + 1 < marks.size() && marks.get(passed + 1).number() <= upTo) {
            passed++;
        }
        marks.subList(0, passed).clear();
        scale = marks.size() < MAX_MARKS / 4 ? 1 : scale;
    }

    /** Returns about when a record was appended; records from before the opening count as appended then. */
    public synchronized Instant at(long number, Instant otherwise) {
        Instant at = null;
        for (int i = marks.size() - 1; i >= 0 && at == null; i--) {
            if (marks.get(i).number() <= number) {
                at = Instant.ofEpochMilli(marks.get(i).millis());
            }
        }
        return at == null ? otherwise : at;
    }
}
