package dev.varve.feed.internal;

import dev.varve.feed.Change;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/**
 * Changes to hand over one batch after the other: all at once at first; where that keeps failing, in halves of halves,
 * until the guilty ones are alone.
 */
final class BatchBisection {

    /** What to do about a batch that failed. */
    enum Verdict {
        /** Hand it over again, later. */
        RETRY,
        /** It was split: go on with its first half. */
        SPLIT,
        /** Its only change is to be parked. */
        PARK
    }

    /**
     * Changes that are handed over together.
     *
     * @param tries how often they were handed over
     * @param suspect whether they are part of a batch that kept failing
     */
    private record Batch(List<Change> changes, int tries, boolean suspect) {}

    private final Deque<Batch> batches = new ArrayDeque<>();

    BatchBisection(List<Change> changes) {
        push(List.copyOf(changes), 0, false);
    }

    boolean isDone() {
        return batches.isEmpty();
    }

    /** Returns the changes to hand over next; none where the lane is done. */
    List<Change> head() {
        return batches.isEmpty() ? List.of() : batches.peekFirst().changes();
    }

    /** Returns how often the head was handed over. */
    int tries() {
        return batches.getFirst().tries();
    }

    /** Takes one change out of the head. */
    void remove(Change change) {
        Batch head = batches.removeFirst();
        List<Change> rest = new ArrayList<>(head.changes());
        rest.remove(change);
        push(List.copyOf(rest), head.tries(), head.suspect());
    }

    /** Takes such changes out, wherever they are. */
    void removeIf(Predicate<Change> unwanted) {
        List<Batch> all = new ArrayList<>(batches);
        batches.clear();
        for (Batch batch : all) {
            List<Change> rest =
                    batch.changes().stream().filter(unwanted.negate()).toList();
            if (!rest.isEmpty()) {
                batches.addLast(new Batch(rest, batch.tries(), batch.suspect()));
            }
        }
    }

    void handled() {
        batches.removeFirst();
    }

    /** Notes that the head failed in a way that is not sure to pass. */
    Verdict failed(int limit) {
        Batch head = batches.removeFirst();
        List<Change> changes = head.changes();
        int tries = head.tries() + 1;
        boolean again = !head.suspect() && tries < limit;
        if (again || changes.size() == 1) {
            push(changes, tries, head.suspect());
            return again ? Verdict.RETRY : Verdict.PARK;
        }
        int half = changes.size() / 2;
        push(changes.subList(half, changes.size()), tries, true);
        push(changes.subList(0, half), tries, true);
        return Verdict.SPLIT;
    }

    private void push(List<Change> changes, int tries, boolean suspect) {
        if (!changes.isEmpty()) {
            batches.addFirst(new Batch(changes, tries, suspect));
        }
    }
}
