package dev.varve.feed;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change that could not be handled and was set aside, or a later change of the same item that waits behind it.
 *
 * @param number the order in which dead letters were set aside
 * @param change the change; without its images if {@code complete} is false
 * @param complete whether the change has its images; they are left out if they do not fit into one item
 * @param error why the change was set aside
 * @param setAsideAt when the change was set aside
 * @param tries how often the change was delivered
 */
public record DeadLetter(long number, Change change, boolean complete, String error, Instant setAsideAt, int tries) {

    /**
     * A page of dead letters.
     *
     * @param next the number to continue after, or null on the last page
     */
    public record Page(
            List<DeadLetter> deadLetters, @Nullable Long next) {
        public Page {
            deadLetters = List.copyOf(deadLetters);
        }
    }

    /**
     * The result of delivering dead letters again.
     *
     * @param handled the number of dead letters that were handled and removed
     * @param remaining the number of dead letters that are left
     */
    public record Retried(int handled, int remaining) {}
}
