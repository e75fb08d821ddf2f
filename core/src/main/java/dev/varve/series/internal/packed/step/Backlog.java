package dev.varve.series.internal.packed.step;

/** What was appended to the journal since it was trimmed, and since the rows in memory were counted. Used only in the loop. */
public final class Backlog {

    /** Records of the journal beyond this size are sealed early, so that a restart reads no more than this. */
    private static final long MAX_JOURNAL_BYTES = 512L << 20;

    /** Counting the memory takes some milliseconds for a million series. */
    private static final int ROWS_BETWEEN_COUNTS = 200_000;

    private long bytesSinceTrim;
    private int rowsSinceCount;

    /** Notes a record that was read from the journal. */
    void read(long bytes) {
        bytesSinceTrim += bytes;
    }

    /** Notes a record that was appended. */
    void appended(long bytes, int rows) {
        bytesSinceTrim += bytes;
        rowsSinceCount += rows;
    }

    /** Returns whether the journal is so long that rows are sealed early. */
    public boolean isTooLong() {
        return bytesSinceTrim >= MAX_JOURNAL_BYTES;
    }

    /** Returns whether so many rows were appended that the memory is counted again. */
    public boolean isCountDue() {
        return rowsSinceCount >= ROWS_BETWEEN_COUNTS;
    }

    /** Notes that the memory was counted. */
    public void counted() {
        rowsSinceCount = 0;
    }

    /** Notes that the journal was trimmed, or will be. */
    public void trimmed() {
        bytesSinceTrim = 0;
    }
}
