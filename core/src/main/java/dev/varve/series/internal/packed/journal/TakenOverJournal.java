package dev.varve.series.internal.packed.journal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.error.Rejected;
import dev.varve.table.Delete;
import dev.varve.table.Journal;
import dev.varve.table.Update;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The journal of another writer, behind its fence: it can be read and trimmed. Trimming its last record removes it. */
public final class TakenOverJournal implements Journal {

    private final JournalTable table;
    private final String owner;
    private final WriterItem writer;
    private final Frames frames;
    private final long fence;
    private volatile boolean isRemoved;
    private volatile long adopted;

    TakenOverJournal(JournalTable table, String owner, WriterItem writer, long fence) {
        this.table = table;
        this.owner = owner;
        this.writer = writer;
        this.frames = table.frames(writer.writer());
        this.fence = fence;
        this.adopted = writer.adopted();
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
    public CompletableFuture<Long> trimmed() {
        return CompletableFuture.completedFuture(writer.trimmed());
    }

    @Override
    public CompletableFuture<Void> trim(long upTo) {
        long last = fence - 1;
        if (upTo < last) {
            return table.expires() ? CompletableFuture.completedFuture(null) : frames.remove(upTo);
        }
        CompletableFuture<Void> removed = table.expires() || last == 0
                ? CompletableFuture.completedFuture(null)
                : frames.replaceByFence(last, owner).thenCompose(done -> frames.remove(last));
        return removed.thenCompose(done -> removeWriter());
    }

    /** Returns the name of the writer that ended. */
    public String writer() {
        return writer.writer();
    }

    /** Returns the last record if all rows are in another journal or in blocks already; otherwise 0. */
    public long adoptedUpTo() {
        return adopted;
    }

    /** Notes that all rows up to the last record are in the own journal or in blocks, so that nobody applies them again. */
    public CompletableFuture<Void> adopted(long last) {
        Update update = Update.of(table.writerKey(writer.writer()))
                .set(WriterItem.ADOPTED, last)
                .when(attr(WriterItem.BY).is(owner));
        return table.table().update(update).thenAccept(done -> adopted = last);
    }

    boolean isRemoved() {
        return isRemoved;
    }

    /*
     * Fences stay: the writer may still be about to append, to the number of the fence or, if it does not know that its last
     * record is stored, to the number before. Where items expire, the fence does too; a writer that comes back later than
     * that has to renew its lease first, and fails.
     */
    private CompletableFuture<Void> removeWriter() {
        Delete delete = Delete.of(table.writerKey(writer.writer()))
                .when(attr(WriterItem.FENCED).is(fence));
        return table.table().delete(delete).thenAccept(done -> isRemoved = true);
    }
}
