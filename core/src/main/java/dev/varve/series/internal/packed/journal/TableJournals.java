package dev.varve.series.internal.packed.journal;

import dev.varve.table.Journal;
import dev.varve.table.Table;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The journals of a packed series in items of its table, for engines without a journal of their own.
 *
 * <p>Each process appends to its own journal, under a writer name. When a process ends without {@link #close}, another one
 * takes its journal over after the lease has ended, reads the records and trims them when their rows are in blocks. A
 * process that is still running after all fails with {@link WriterFenced} at its next append, and continues with
 * {@link #renamed}.
 */
public final class TableJournals {

    /** How long a writer is considered alive after a renewal. Renew every third of this. */
    public static final Duration LEASE = Duration.ofSeconds(60);

    private final JournalTable table;
    private final OwnWriter writer;
    private final OwnJournal journal;
    private final Set<String> earlier;
    private final TakeOver takeOver;

    /**
     * @param series the name of the series
     * @param writer the name of this process; a name is used by one process and never again
     */
    public TableJournals(Table table, String series, String writer, InstantSource clock) {
        this(new JournalTable(table, series, clock), writer, Set.of());
    }

    private TableJournals(JournalTable table, String writer, Set<String> earlier) {
        this.table = table;
        this.writer = new OwnWriter(table, writer);
        this.journal = new OwnJournal(table, this.writer);
        this.earlier = earlier;
        this.takeOver = new TakeOver(table, writer, earlier);
    }

    /** Returns the journals for this process under a new writer name; it may take over the journal of the old name. */
    public TableJournals renamed(String newWriter) {
        Set<String> names = new HashSet<>(earlier);
        names.add(writer.name());
        return new TableJournals(table, newWriter, Set.copyOf(names));
    }

    /** Returns the journal of this process. */
    public Journal own() {
        return journal;
    }

    /** Takes the lease. The first append does this too. */
    public CompletableFuture<Void> begin() {
        return writer.ready().thenAccept(capacity -> {});
    }

    /**
     * Extends the lease and stores how far the own journal is trimmed. Does nothing before the lease is taken. Fails with
     * {@link WriterFenced} if another process has taken over.
     */
    public CompletableFuture<Void> renew() {
        return writer.renew().thenAccept(capacity -> {});
    }

    /**
     * Takes over the journals of writers whose lease has ended, and of earlier names of this process. Returns those that have
     * records, in the order in which they are to be applied. They can be read and trimmed; trimming the last record removes the journal. A journal is returned once. Other
     * processes leave it alone as long as this one renews its lease. One call at a time.
     */
    public CompletableFuture<List<TakenOverJournal>> takeOver() {
        return writer.ready().thenCompose(capacity -> takeOver.run());
    }

    /** Returns the journals of all writers that are listed, with a consistent read. */
    public CompletableFuture<List<FollowedJournal>> follow() {
        return table.writers()
                .thenApply(writers -> writers.stream()
                        .map(each -> new FollowedJournal(each, table.frames(each.writer())))
                        .toList());
    }

    /**
     * Ends the lease, after the last append. Removes the own journal if all its records are trimmed; otherwise another
     * process may take it over at once.
     */
    public CompletableFuture<Void> close() {
        return journal.close();
    }
}
