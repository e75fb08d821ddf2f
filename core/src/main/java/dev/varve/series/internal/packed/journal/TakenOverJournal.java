package dev.varve.series.internal.packed.journal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.error.Rejected;
import dev.varve.table.Delete;
import dev.varve.table.Journal;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The journal of another writer, behind its fence: it can be read and trimmed. Trimming its last record removes it. */
final class TakenOverJournal implements Journal {

    private final JournalTable table;
    private final WriterItem writer;
    private final Frames frames;
    private final long fence;

    TakenOverJournal(JournalTable table, WriterItem writer, long fence) {
        this.table = table;
        this.writer = writer;
        this.frames = table.frames(writer.writer());
        this.fence = fence;
    }

    @Override
    public CompletableFuture<Appended> append(byte[] content) {
        return CompletableFuture.failedFuture(new Rejected(
                "packed.journal-taken-over",
                "the journal of writer \"%s\" was taken over and takes no more records: append to the own journal"
                        .formatted(writer.writer())));
    }

    @Override
    public CompletableFuture<List<Entry>> read(long after) {
        return frames.read(Math.max(after, writer.trimmed()));
    }

    @Override
    public CompletableFuture<Void> trim(long upTo) {
        long last = fence - 1;
        CompletableFuture<Void> removed =
                table.expires() ? CompletableFuture.completedFuture(null) : frames.remove(Math.min(upTo, last));
        return upTo < last ? removed : removed.thenCompose(done -> removeWriter());
    }

    /** Returns whether all records were obsolete when the journal was taken over. */
    boolean isEmpty() {
        return writer.trimmed() >= fence - 1;
    }

    /*
     * The fence stays: the writer may still be about to append. Where items expire, the fence does too; a writer that comes
     * back later than that has to renew its lease first, and fails.
     */
    private CompletableFuture<Void> removeWriter() {
        Delete delete = Delete.of(table.writerKey(writer.writer()))
                .when(attr(WriterItem.FENCED).is(fence));
        return table.table().delete(delete).thenAccept(done -> {});
    }
}
