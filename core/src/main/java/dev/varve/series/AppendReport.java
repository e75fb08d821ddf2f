package dev.varve.series;

import dev.varve.error.Retry;
import dev.varve.error.VarveException;
import dev.varve.table.Capacity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of many appends, one entry for each event, in their order. */
public record AppendReport<E extends Record>(List<Entry<E>> entries) {

    /**
     * What became of one event: an outcome or, where there is none, an error.
     *
     * @param outcome what became of it, or null where that is not known or it was refused
     * @param error why there is no outcome, or null where there is one
     */
    public record Entry<E extends Record>(
            E event, @Nullable Outcome<E> outcome, @Nullable VarveException error) {}

    public AppendReport {
        entries = List.copyOf(entries);
    }

    /** Returns whether every event is in the history. */
    public boolean isAllStored() {
        return entries.stream()
                .allMatch(entry -> entry.outcome() != null && entry.outcome().isStored());
    }

    /**
     * Returns the events to append again, in their order: those that failed for a reason that passes, and those of the same
     * current record after them, which would have overtaken them. Repeating them does no harm.
     */
    public List<E> leftovers() {
        return entries.stream()
                .filter(entry -> entry.error() != null && entry.error().retry() != Retry.NEVER)
                .map(Entry::event)
                .toList();
    }

    /** Returns the entries whose event was refused, with the reason: they would be refused again. */
    public List<Entry<E>> refused() {
        return entries.stream()
                .filter(entry -> entry.error() != null && entry.error().retry() == Retry.NEVER)
                .toList();
    }

    /** Returns how many outcomes are of this class: {@code count(Outcome.Applied.class)}. */
    @SuppressWarnings("rawtypes") // A class literal has no type arguments.
    public long count(Class<? extends Outcome> outcome) {
        return entries.stream()
                .filter(entry -> outcome.isInstance(entry.outcome()))
                .count();
    }

    /** Returns what the appends used together, as far as their outcome is known. */
    public Capacity capacity() {
        Capacity sum = Capacity.NONE;
        for (Entry<E> entry : entries) {
            sum = entry.outcome() == null ? sum : sum.plus(entry.outcome().capacity());
        }
        return sum;
    }
}
