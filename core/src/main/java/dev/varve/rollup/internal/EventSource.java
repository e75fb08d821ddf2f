package dev.varve.rollup.internal;

import dev.varve.feed.Change;
import dev.varve.internal.range.RangeQuery;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.key.ZoneHistory;
import dev.varve.key.internal.ParsedKey;
import dev.varve.rollup.internal.definition.EventColumns;
import dev.varve.table.Capacity;
import dev.varve.table.Key;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The events of a rollup and their identities. */
public interface EventSource {

    /**
     * Returns a consistent query for the events of one identity with a clock in a range, without those that no change of the
     * table has reported yet: stored rows hold exactly what was reported.
     */
    RangeQuery events(Parts identity, TimeRange range);

    /**
     * Passes the events of {@link #events} to the consumer, column by column. Returns null if this source has only items.
     */
    default @Nullable CompletableFuture<Capacity> forEachColumns(
            Parts identity, TimeRange range, Consumer<EventColumns> each) {
        return null;
    }

    /** Returns the query for all events, reported or not. */
    default RangeQuery allEvents(Parts identity, TimeRange range) {
        return events(identity, range);
    }

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

    /** Returns how backfilled events are stored until their rows are settled. */
    StagedForm stagedForm();

    /** Returns the identity and the clock of an event key; empty for other keys. */
    Optional<ParsedKey> find(Key key);

    /**
     * Passes the events that a change of the table concerns to the consumer, those of one identity in the order of their
     * clocks; none if the change concerns other items.
     */
    default void touched(Change change, TouchedEvents each) {
        find(change.key())
                .ifPresent(event -> each.accept(new TouchedEvent(
                        event.parts(),
                        event.clock(),
                        () -> change.before() == null ? null : restored(change.before()),
                        () -> change.after() == null ? null : restored(change.after()))));
    }

    /**
     * Returns the ranges of time with events of an identity that no change of the table has reported yet, or that were reported a
     * short time ago, as far as they overlap a range. Stored rows that cover them may lack events, so these rows are computed when
     * they are read.
     */
    default List<TimeRange> open(Parts identity, TimeRange range) {
        return List.of();
    }

    /**
     * Returns what to run once the stored rows of all tiers include a change, so that its events are no longer {@link #open(Parts,
     * TimeRange) open}; null for nothing.
     */
    default @Nullable Runnable whenFollowed(Change change) {
        return null;
    }

    /** Returns whether there may be events that no change of the table has reported yet. */
    default boolean isReportedLate() {
        return false;
    }

    /** Returns the ranges of {@link #open(Parts, TimeRange)} by identity; none if there are too many identities to look at. */
    default Map<Parts, List<TimeRange>> open(TimeRange range) {
        return Map.of();
    }

    /**
     * Passes all events of an identity, reported or not, to the consumer, column by column. Returns null if this source has only
     * items.
     */
    default @Nullable CompletableFuture<Capacity> forEachOpenColumns(
            Parts identity, TimeRange range, Consumer<EventColumns> each) {
        return null;
    }

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
