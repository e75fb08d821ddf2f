package dev.varve.series.internal.packed.hold;

import dev.varve.series.internal.packed.journal.Journals;
import dev.varve.table.Table;
import java.util.concurrent.CompletableFuture;

/** Which records of the journals consumers of a packed series still need, whether its journals are shared or not. */
public final class ConsumerHolds {

    private final Journals journals;
    private final JournalMarks marks;
    private final JournalHolds own;
    private final SharedHolds shared;

    /** @param series the name of the series */
    public ConsumerHolds(Table table, String series, Journals journals, JournalMarks marks) {
        this.journals = journals;
        this.marks = marks;
        this.own = new JournalHolds(table, series);
        this.shared = new SharedHolds(table, series);
    }

    /** Returns the holds of a journal that only this process has. */
    public JournalHolds own() {
        return own;
    }

    /** Returns the holds of journals that are shared. */
    public SharedHolds shared() {
        return shared;
    }

    /** Keeps all records until this consumer has begun. */
    public void expect(String consumer) {
        if (journals.isShared()) {
            shared.expect(consumer);
        } else {
            own.expect(consumer);
        }
    }

    /** Lets the records go that this consumer holds, because it does not exist any more. */
    public CompletableFuture<Void> release(String consumer) {
        return journals.isShared() ? shared.release(consumer) : own.release(consumer);
    }

    /** Returns up to which of these records the own journal may be trimmed: consumers need the others, within a limit. */
    public CompletableFuture<Long> unneeded(long upTo) {
        CompletableFuture<Long> held = journals.isShared() ? shared.read(journals.writer()) : own.read();
        return held.thenApply(read -> Math.min(upTo, Math.max(read, marks.beyondCap())));
    }

    /** Returns up to which of these records the journal of another writer may be trimmed. */
    public CompletableFuture<Long> unneeded(String writer, long upTo) {
        return shared.read(writer).thenApply(read -> Math.min(upTo, read));
    }
}
