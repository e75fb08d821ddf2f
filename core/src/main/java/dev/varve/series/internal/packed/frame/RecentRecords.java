package dev.varve.series.internal.packed.frame;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The columns of the records that were appended last, for a reader that follows the journal closely: it need not decode them
 * again. It is only a short cut. A record that is not here, because the reader is behind or the process was restarted, is decoded
 * from the journal. Without a reader nothing is kept.
 */
public final class RecentRecords {

    /** The reader takes records some times a second; this is about a second of the fastest load. */
    public static final long MAX_BYTES =
            Math.min(32L << 20, Runtime.getRuntime().maxMemory() / 32);

    private record Recent(long number, FrameColumns columns, long bytes) {}

    private final long maxBytes;

    // Guarded by this.
    private final Deque<Recent> records = new ArrayDeque<>();
    private long bytes;
    private long bytesSinceRead;
    private boolean isRead;

    public RecentRecords(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Adds a record; their numbers ascend. */
    public synchronized void add(long number, FrameColumns columns) {
        if (!isRead) {
            return;
        }
        long size = bytesOf(columns);
        bytesSinceRead += size;
        if (bytesSinceRead > maxBytes) {
            // The reader has stopped, or is so far behind that it finds nothing here.
            clear();
            return;
        }
        records.addLast(new Recent(number, columns, size));
        bytes += size;
        while (bytes > maxBytes) {
            bytes -= records.removeFirst().bytes();
        }
    }

    /** Notes that a reader takes the records from this one on, and will not take earlier ones again. */
    public synchronized void readFrom(long number) {
        isRead = true;
        bytesSinceRead = 0;
        while (!records.isEmpty() && records.getFirst().number() < number) {
            bytes -= records.removeFirst().bytes();
        }
    }

    /** Returns the changes of a record, or null if they must be decoded. */
    public synchronized @Nullable FrameColumns find(long number) {
        for (Recent each : records) {
            if (each.number() >= number) {
                return each.number() == number ? each.columns() : null;
            }
        }
        return null;
    }

    /** Forgets all records, until a reader comes back. */
    synchronized void clear() {
        records.clear();
        bytes = 0;
        bytesSinceRead = 0;
        isRead = false;
    }

    /** Returns an estimate of the memory of a record: clocks, places and values; texts are shared with the rows. */
    private static long bytesOf(FrameColumns columns) {
        return Long.BYTES
                * ((long) columns.rows().size() * (2 + columns.rows().columns().size())
                        + columns.identities().size());
    }
}
