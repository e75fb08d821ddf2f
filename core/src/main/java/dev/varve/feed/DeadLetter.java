package dev.varve.feed;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change that could not be handled and was set aside, or that waits behind such a one of the same item.
 *
 * @param number in which order changes were parked
 * @param change the change; without both images where {@code complete} is false
 * @param complete whether the images are there: they are left out where an item cannot hold them
 * @param error why it was parked
 * @param parkedAt when it was parked
 * @param tries how often it was handed over before
 */
public record DeadLetter(long number, Change change, boolean complete, String error, Instant parkedAt, int tries) {

    /**
     * Some parked changes.
     *
     * @param next the number to go on after, or null where there are no more
     */
    public record Page(List<DeadLetter> parked, @Nullable Long next) {
        public Page {
            parked = List.copyOf(parked);
        }
    }

    /**
     * What became of parked changes that were handed over again.
     *
     * @param handled how many are handled and no longer parked
     * @param remaining how many are still parked
     */
    public record Retried(int handled, int remaining) {}
}
