package dev.varve.feed;

import dev.varve.item.Item;
import dev.varve.table.Key;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One change of one item.
 *
 * @param position the place of the change in its feed; reading after it returns the next change
 * @param at when the engine applied the change
 * @param before the item before the change, or null if there was none or it had expired
 * @param after the item after the change, or null if it was deleted
 */
public record Change(
        FeedPosition position,
        Instant at,
        Key key,
        @Nullable Item before,
        @Nullable Item after,
        Cause cause) {

    /** Why an item changed. */
    public enum Cause {
        /** A request wrote or deleted the item. */
        WRITE,
        /** The item expired and the engine removed it. */
        EXPIRY
    }
}
