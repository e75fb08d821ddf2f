package dev.varve.series;

import dev.varve.error.Retry;
import dev.varve.error.VarveException;
import dev.varve.table.Capacity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcomes of many appends: one entry per event, in the order given. */
public record AppendReport<E extends Record>(List<Entry<E>> entries) {

    /**
     * The result for one event: either an outcome or an error.
     *
     * @param outcome the outcome, or null if the event was refused or the outcome is unknown
     * @param error why there is no outcome, or null if there is one
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
     * Returns the events to append again, in their order: those that failed with a retryable error, and later events of
     * the same current record, which were held back. Appending them again is safe.
     */
    public List<E> leftovers() {
        return entries.stream()
                .filter(entry -> entry.error() != null && entry.error().retry() != Retry.NEVER)
                .map(Entry::event)
                .toList();
    }

    /** Returns the entries whose event was refused, with the error. A retry would be refused again. */
    public List<Entry<E>> refused() {
        return entries.stream()
                .filter(entry -> entry.error() != null && entry.error().retry() == Retry.NEVER)
                .toList();
    }

    /** Returns the number of outcomes of a class: {@code count(Outcome.Applied.class)}. */
    @SuppressWarnings("rawtypes") // A class literal has no type arguments.
    public long count(Class<? extends Outcome> outcome) {
        return entries.stream()
                .filter(entry -> outcome.isInstance(entry.outcome()))
                .count();
    }

    /** Returns the capacity that all appends with a known outcome consumed. */
    public Capacity capacity() {
        Capacity sum = Capacity.NONE;
        for (Entry<E> entry : entries) {
            sum = entry.outcome() == null ? sum : sum.plus(entry.outcome().capacity());
        }
        return sum;
    }
}
