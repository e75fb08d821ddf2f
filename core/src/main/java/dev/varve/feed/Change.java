package dev.varve.feed;

import dev.varve.item.Item;
import dev.varve.table.Key;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One change of one item.
 *
 * @param position where the change stands in its feed; reading on from it gives the next one
 * @param at when the engine carried it out
 * @param before the item before, or null where there was none or it had expired
 * @param after the item after, or null where there is none any more
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
        /** Somebody wrote or deleted it. */
        WRITE,
        /** Its time had passed and the engine removed it. */
        EXPIRY
    }
}
