package dev.varve.feed.internal;

import dev.varve.feed.Change;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/**
 * The batches of one lane. All changes are delivered together at first. A batch that keeps failing is halved again and
 * again, until the changes that cause the failure are alone.
 */
final class BatchBisection {

    /** What to do with a batch that failed. */
    enum NextStep {
        /** Deliver it again later. */
        RETRY,
        /** It was split; deliver its first half next. */
        SPLIT,
        /** Set its only change aside as a dead letter. */
        SET_ASIDE
    }

    /**
     * Changes that are delivered together.
     *
     * @param tries how often they were delivered
     * @param suspect whether they belong to a batch that kept failing
     */
    private record Batch(List<Change> changes, int tries, boolean suspect) {}

    private final Deque<Batch> batches = new ArrayDeque<>();

    BatchBisection(List<Change> changes) {
        push(List.copyOf(changes), 0, false);
    }

    boolean isDone() {
        return batches.isEmpty();
    }

    /** Returns the changes to deliver next; none if the lane is done. */
    List<Change> head() {
        return batches.isEmpty() ? List.of() : batches.peekFirst().changes();
    }

    /** Returns how often the head was delivered. */
    int tries() {
        return batches.getFirst().tries();
    }

    /** Removes one change from the head. */
    void remove(Change change) {
        Batch head = batches.removeFirst();
        List<Change> rest = new ArrayList<>(head.changes());
        rest.remove(change);
        push(List.copyOf(rest), head.tries(), head.suspect());
    }

    /** Removes these changes from all batches. */
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

    /** Records a failure of the head that may be permanent; returns what to do next. */
    NextStep failed(int limit) {
        Batch head = batches.removeFirst();
        List<Change> changes = head.changes();
        int tries = head.tries() + 1;
        boolean again = !head.suspect() && tries < limit;
        if (again || changes.size() == 1) {
            push(changes, tries, head.suspect());
            return again ? NextStep.RETRY : NextStep.SET_ASIDE;
        }
        int half = changes.size() / 2;
        push(changes.subList(half, changes.size()), tries, true);
        push(changes.subList(0, half), tries, true);
        return NextStep.SPLIT;
    }

    private void push(List<Change> changes, int tries, boolean suspect) {
        if (!changes.isEmpty()) {
            batches.addFirst(new Batch(changes, tries, suspect));
        }
    }
}
