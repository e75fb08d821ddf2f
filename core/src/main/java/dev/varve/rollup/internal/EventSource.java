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

/** The events of a rollup and their identities. */
public interface EventSource {

    /** Returns a consistent query for the events of one identity with a clock in a range. */
    RangeQuery events(Parts identity, TimeRange range);

    /**
     * Returns a query for all items in the key range of these events. Some may not be events; {@link #find} tells them
     * apart.
     */
    RangeQuery items(Parts identity, TimeRange range);

    /** Returns the key of such an item. */
    Key keyOf(Item item);

    /** Returns an event with the components that are stored in its key. */
    Item restored(Item event);

    /** Returns the clock in an event's key. */
    Instant clockOf(Item event);

    /** Returns the identity and the clock of an event key; empty for other keys. */
    Optional<ParsedKey> find(Key key);

    /** Returns a query for the catalogue entries of identities with events in the month of this clock or later. */
    RangeQuery members(Instant since);

    /** Returns the members that belong to this source; by default all. */
    default CompletableFuture<List<Parts>> select(List<Parts> members) {
        return CompletableFuture.completedFuture(members);
    }

    /** Returns the time zones of one identity's rows, if they do not come from the layout. */
    default CompletableFuture<ZoneHistory> zonesOf(Parts identity) {
        return CompletableFuture.completedFuture(ZoneHistory.UTC);
    }

    /** Returns the identity of a catalogue entry. */
    Parts member(Item entry);

    /** Returns whether an identity is in the catalogue; a deleted one is not. */
    default CompletableFuture<Boolean> isListed(Parts identity) {
        return CompletableFuture.completedFuture(true);
    }
}
