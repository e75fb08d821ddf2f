package dev.varve.series.internal.packed.feed;

import dev.varve.error.Rejected;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.series.internal.packed.hold.JournalHolds;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowChange;
import dev.varve.series.internal.packed.step.PackedState;
import dev.varve.table.Journal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The events of a packed series as changes, read from its journal: each has the key and the item that the event would have
 * without packing. So they are reported at once, and the table's own feed reports their blocks later. A change has no image
 * of the event before it, and the expiry of events is not reported.
 *
 * <p>Or the records as changes; then a change holds all events of a record, which {@link RecordBatch} reads.
 *
 * <p>A position is the number of a record whose changes were all read. Within a record it is the number of the record and how
 * many of its changes were read: {@code 17.3}.
 */
public final class PackedFeed implements ChangeFeed {

    /** The changes of a record, which several pages may need. */
    private record Decoded(long number, List<Change> changes) {}

    /** Records that were read at once. */
    private record Fetched(long after, List<Journal.Entry> entries) {

        /** Returns whether the record after this one is here. */
        boolean reachesBeyond(long number) {
            return after <= number
                    && !entries.isEmpty()
                    && entries.get(entries.size() - 1).number() > number;
        }
    }

    /** A position: all records up to a number were read, and some changes of the next one. */
    private record Place(long done, long partial, int taken) {

        static Place after(long number) {
            return new Place(number, 0, 0);
        }
    }

    private final PackedState state;
    private final JournalHolds holds;
    private final @Nullable String opening;
    private final FeedUnit unit;
    private volatile @Nullable Fetched fetched;
    private volatile @Nullable Decoded decoded;

    public PackedFeed(PackedState state, JournalHolds holds, @Nullable String opening, FeedUnit unit) {
        this.state = state;
        this.holds = holds;
        this.opening = opening;
        this.unit = unit;
    }

    @Override
    public CompletableFuture<FeedPage> read(FeedPosition after, int most) {
        return CompletableFuture.completedFuture(after).thenCompose(position -> page(position, most));
    }

    private CompletableFuture<FeedPage> page(FeedPosition after, int most) {
        boolean isBeginning = after.equals(FeedPosition.BEGINNING);
        Place from = isBeginning ? Place.after(0) : place(after);
        // Later records are durable, but readers of the series may not see their events yet.
        long end = state.memory().lastApplied();
        return entries(from.done()).thenCompose(entries -> {
            List<Change> changes = new ArrayList<>();
            for (Journal.Entry entry : entries) {
                if (entry.number() > from.done() && entry.number() <= end && changes.size() < most) {
                    List<Change> all = changes(entry);
                    boolean isPartial = entry.number() == from.partial() && unit == FeedUnit.EVENT;
                    int first = isPartial ? Math.min(from.taken(), all.size()) : 0;
                    changes.addAll(all.subList(first, Math.min(all.size(), first + most - changes.size())));
                }
            }
            // Read after the records, because they may have been trimmed meanwhile.
            return state.journals().own().trimmed().thenApply(trimmed -> {
                if (!isBeginning && from.done() < trimmed) {
                    return new FeedPage.Trimmed(position(trimmed));
                }
                if (from.done() > Math.max(end, trimmed)) {
                    throw foreign(after);
                }
                FeedPosition next = changes.isEmpty()
                        ? isBeginning ? position(trimmed) : after
                        : changes.get(changes.size() - 1).position();
                return new FeedPage.Changes(changes, next);
            });
        });
    }

    private CompletableFuture<List<Journal.Entry>> entries(long after) {
        Fetched known = fetched;
        if (known != null && known.reachesBeyond(after)) {
            return CompletableFuture.completedFuture(known.entries());
        }
        return state.journals().own().read(after).thenApply(entries -> {
            fetched = new Fetched(after, entries);
            decoded = null;
            return entries;
        });
    }

    private List<Change> changes(Journal.Entry entry) {
        return unit == FeedUnit.EVENT ? events(entry) : List.of(record(entry));
    }

    private Change record(Journal.Entry entry) {
        return new Change(
                position(entry.number()),
                state.marks().at(entry.number(), state.now()),
                RecordBatch.key(),
                null,
                RecordBatch.item(entry.content()),
                Change.Cause.WRITE);
    }

    private List<Change> events(Journal.Entry entry) {
        Decoded known = decoded;
        if (known != null && known.number() == entry.number()) {
            return known.changes();
        }
        Instant at = state.marks().at(entry.number(), state.now());
        List<RowChange> rows = state.frames().decode(entry.content());
        List<Change> changes = new ArrayList<>(rows.size());
        for (RowChange each : rows) {
            Row row = each.row();
            Item item = row == null ? null : state.items().item(each.identity(), row);
            int count = changes.size() + 1;
            changes.add(new Change(
                    count == rows.size() ? position(entry.number()) : new FeedPosition(entry.number() + "." + count),
                    at,
                    state.layout().eventKey(each.identity(), each.tick()),
                    null,
                    item,
                    Change.Cause.WRITE));
        }
        decoded = new Decoded(entry.number(), changes);
        return changes;
    }

    @Override
    public CompletableFuture<FeedPosition> end() {
        long end = state.memory().lastApplied();
        return state.journals().own().trimmed().thenApply(trimmed -> position(Math.max(end, trimmed)));
    }

    @Override
    public Optional<String> exclusiveOpening() {
        return Optional.ofNullable(opening);
    }

    @Override
    public CompletableFuture<Void> hold(String consumer, FeedPosition position) {
        long done =
                position.equals(FeedPosition.BEGINNING) ? 0 : place(position).done();
        return holds.hold(consumer, done);
    }

    @Override
    public CompletableFuture<Void> release(String consumer) {
        return holds.release(consumer);
    }

    private static FeedPosition position(long number) {
        return new FeedPosition(Long.toString(number));
    }

    /** Returns the number of the record of a change that is a record. */
    static long numberOf(FeedPosition position) {
        return place(position).done();
    }

    private static Place place(FeedPosition position) {
        String text = position.text();
        int dot = text.indexOf('.');
        try {
            long number = Long.parseLong(dot < 0 ? text : text.substring(0, dot));
            int taken = dot < 0 ? 0 : Integer.parseInt(text.substring(dot + 1));
            if (number >= 0 && taken >= 0) {
                return dot < 0 ? Place.after(number) : new Place(number - 1, number, taken);
            }
        } catch (NumberFormatException e) {
            // Rejected below, like a negative number.
        }
        throw foreign(position);
    }

    private static Rejected foreign(FeedPosition position) {
        return new Rejected("feed.position", "\"%s\" is not a position of this feed".formatted(position.text()));
    }
}
