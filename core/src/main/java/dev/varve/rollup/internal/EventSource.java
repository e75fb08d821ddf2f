package dev.varve.rollup.internal;

import dev.varve.internal.range.RangeQuery;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.key.ZoneHistory;
import dev.varve.key.internal.ParsedKey;
import dev.varve.table.Key;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Where the events of a rollup are, and whose there are. */
public interface EventSource {

    /** Asks for the events of one series with a clock in a range, also those that were written a moment ago. */
    RangeQuery events(Parts identity, TimeRange range);

    /** Asks for all items in the key range of these events, also those that are none: {@link #find} tells them apart. */
    RangeQuery items(Parts identity, TimeRange range);

    /** Returns the key of such an item. */
    Key keyOf(Item item);

    /** Returns an event with what its key holds of it. */
    Item restored(Item event);

    /** Returns the clock an event's key holds. */
    Instant clockOf(Item event);

    /** Returns whose event has this key, and its clock; nothing for the key of something else. */
    Optional<ParsedKey> find(Key key);

    /** Asks for the list of the series that had events in the month of this clock or after it. */
    RangeQuery members(Instant since);

    /** Returns those of some series that concern whoever asks; all unless there are several who ask. */
    default CompletableFuture<List<Parts>> select(List<Parts> members) {
        return CompletableFuture.completedFuture(members);
    }

    /** Returns the zones that the rows of one series follow, where these do not come from the layout. */
    default CompletableFuture<ZoneHistory> zonesOf(Parts identity) {
        return CompletableFuture.completedFuture(ZoneHistory.UTC);
    }

    /** Returns the series an entry of that list stands for. */
    Parts member(Item entry);

    /** Returns whether a series is on that list; one that was deleted is not. */
    default CompletableFuture<Boolean> isListed(Parts identity) {
        return CompletableFuture.completedFuture(true);
    }
}
