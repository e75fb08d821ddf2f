package dev.varve.series.internal.packed.journal;

import dev.varve.table.Journal;
import dev.varve.table.Table;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Journals in items of the table, which several processes may use; each has its own. */
public final class SharedTableJournals implements Journals {

    private final String owner;
    private final InstantSource clock;
    private TableJournals current;
    private String writer;
    private int restarts;

    public SharedTableJournals(Table table, String series, String owner, InstantSource clock) {
        this.owner = owner;
        this.clock = clock;
        this.writer = newName();
        this.current = new TableJournals(table, series, writer, clock);
    }

    /** Returns a name that this process never used: a writer name must not be used again. */
    private String newName() {
        return owner + "." + Long.toString(clock.instant().toEpochMilli(), Character.MAX_RADIX)
                + (restarts == 0 ? "" : "." + restarts);
    }

    @Override
    public synchronized String writer() {
        return writer;
    }

    @Override
    public synchronized Journal own() {
        return current.own();
    }

    @Override
    public synchronized CompletableFuture<List<Abandoned>> takeOver() {
        return current.takeOver()
                .thenApply(journals -> journals.stream()
                        .map(journal -> new Abandoned(journal.writer(), journal))
                        .toList());
    }

    @Override
    public synchronized CompletableFuture<List<FollowedJournal>> follow() {
        return current.follow();
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public synchronized CompletableFuture<Void> renew() {
        return current.renew();
    }

    @Override
    public synchronized void restart() {
        restarts++;
        writer = newName();
        current = current.renamed(writer);
    }

    @Override
    public synchronized CompletableFuture<Void> release() {
        return current.close();
    }
}
