package dev.varve.series.internal.packed.journal;

import dev.varve.table.Consistency;
import dev.varve.table.Journal;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The journal of any writer, for those who only read it. */
public final class FollowedJournal {

    /**
     * Records in order.
     *
     * @param isEnd whether there were no more; otherwise the reader reads again
     */
    public record Records(List<Journal.Entry> entries, boolean isEnd) {}

    private final WriterItem writer;
    private final Frames frames;

    FollowedJournal(WriterItem writer, Frames frames) {
        this.writer = writer;
        this.frames = frames;
    }

    public String writer() {
        return writer.writer();
    }

    /** Returns a number up to which records were trimmed; later ones may be trimmed as well. */
    public long trimmed() {
        return writer.trimmed();
    }

    /** Returns whether another journal, or blocks, hold all rows of this one. */
    public boolean isAdopted() {
        return writer.adopted() > 0;
    }

    /** Returns the writer that has taken this journal over; empty if there is none. */
    public String owner() {
        return writer.by();
    }

    /** Returns the records after this number. An eventually consistent read may miss some, also between others. */
    public CompletableFuture<Records> read(long after, Consistency consistency) {
        return frames.read(Math.max(after, writer.trimmed()), consistency);
    }

    /** Returns records after this number, as {@link Journal#read} does. */
    public CompletableFuture<List<Journal.Entry>> read(long after) {
        return frames.read(Math.max(after, writer.trimmed()));
    }

    /** Returns the number of the last record; 0 for none. */
    public CompletableFuture<Long> end() {
        return frames.end().thenApply(end -> end.isFence() ? end.number() - 1 : end.number());
    }
}
