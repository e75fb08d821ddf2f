package dev.varve.series.internal.packed.feed;

import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.series.internal.packed.follow.OtherWriters;
import dev.varve.series.internal.packed.hold.JournalPositions;
import dev.varve.series.internal.packed.hold.SharedHolds;
import dev.varve.series.internal.packed.journal.FollowedJournal;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowChange;
import dev.varve.series.internal.packed.step.PackedState;
import dev.varve.table.Journal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The events of a packed series as changes, read from the journals of all processes that write it: each has the key and the item
 * that the event would have without packing. The events of one writer are in order. A change has no image of the event before
 * it, and the expiry of events is not reported. Or the records as changes; then a change holds all events of a record.
 *
 * <p>If a process ends, the one that takes its journal over reports some events again.
 */
public final class SharedFeed implements ChangeFeed {

    /** If there was nothing new, journals are not read again for so long: each read is paid for. */
    private static final Duration POLL = Duration.ofSeconds(1);

    private final PackedState state;
    private final SharedHolds holds;
    private final OtherWriters others;
    private final FeedUnit unit;
    private volatile Instant nextPoll = Instant.MIN;

    public SharedFeed(PackedState state, SharedHolds holds, OtherWriters others, FeedUnit unit) {
        this.state = state;
        this.holds = holds;
        this.others = others;
        this.unit = unit;
    }

    /** The changes of one page. */
    private final class Page {
        private final int most;
        private final List<Change> changes = new ArrayList<>();
        private final long end = state.memory().lastApplied();
        private JournalPositions positions;
        private boolean isTrimmed;
        private boolean hasOthers;

        Page(JournalPositions from, int most) {
            this.positions = from;
            this.most = most;
        }

        CompletableFuture<Boolean> read(FollowedJournal journal) {
            JournalPositions.Place from = positions.of(journal.writer());
            if (from.done() < journal.trimmed()) {
                // A writer that was not known has trimmed only what nobody needs.
                isTrimmed |= positions.places().containsKey(journal.writer());
                positions = positions.with(journal.writer(), new JournalPositions.Place(journal.trimmed(), 0));
            }
            boolean isOwn = journal.writer().equals(state.journals().writer());
            long after = positions.of(journal.writer()).done();
            if (isOwn && after >= end) {
                return CompletableFuture.completedFuture(changes.size() < most);
            }
            return journal.read(after).thenApply(entries -> {
                for (Journal.Entry entry : entries) {
                    // Later records are durable, but readers of the series may not see their events yet.
                    if (changes.size() < most && (!isOwn || entry.number() <= end)) {
                        add(journal.writer(), entry, isOwn);
                    }
                }
                return changes.size() < most;
            });
        }

        /** Lets readers see the events of other writers before handlers get them, if this process follows the writers. */
        CompletableFuture<Void> shown() {
            return hasOthers && others.isFollowing() ? others.read() : CompletableFuture.completedFuture(null);
        }

        private void add(String writer, Journal.Entry entry, boolean isOwn) {
            hasOthers |= !isOwn;
            JournalPositions.Place from = positions.of(writer);
            Instant at = isOwn ? state.marks().at(entry.number(), state.now()) : state.now();
            if (unit == FeedUnit.RECORD) {
                positions = positions.with(writer, new JournalPositions.Place(entry.number(), 0));
                changes.add(new Change(
                        positions.text(),
                        at,
                        RecordBatch.key(),
                        null,
                        RecordBatch.item(entry.content()),
                        Change.Cause.WRITE));
                return;
            }
            List<RowChange> rows = state.frames().decode(entry.content());
            int taken = entry.number() == from.done() + 1 ? Math.min(from.taken(), rows.size()) : 0;
            for (int i = taken; i < rows.size() && changes.size() < most; i++) {
                RowChange each = rows.get(i);
                Row row = each.row();
                Item item = row == null ? null : state.items().item(each.identity(), row);
                positions = positions.with(
                        writer,
                        i + 1 == rows.size()
                                ? new JournalPositions.Place(entry.number(), 0)
                                : new JournalPositions.Place(entry.number() - 1, i + 1));
                changes.add(new Change(
                        positions.text(),
                        at,
                        state.layout().eventKey(each.identity(), each.tick()),
                        null,
                        item,
                        Change.Cause.WRITE));
            }
        }
    }

    @Override
    public CompletableFuture<FeedPage> read(FeedPosition after, int most) {
        return CompletableFuture.completedFuture(after).thenCompose(position -> page(position, most));
    }

    private CompletableFuture<FeedPage> page(FeedPosition after, int most) {
        JournalPositions from = JournalPositions.parse(after);
        boolean isBeginning = after.equals(FeedPosition.BEGINNING);
        boolean hasOwn =
                from.of(state.journals().writer()).done() < state.memory().lastApplied();
        if (!isBeginning && !hasOwn && state.now().isBefore(nextPoll)) {
            return CompletableFuture.completedFuture(new FeedPage.Changes(List.of(), after));
        }
        return state.journals().follow().thenCompose(journals -> {
            Page page = new Page(listed(from, journals), most);
            Iterator<FollowedJournal> rest = journals.stream()
                    .sorted(Comparator.comparing(FollowedJournal::writer))
                    .iterator();
            return AsyncLoop.whileTrue(
                            () -> rest.hasNext() ? page.read(rest.next()) : CompletableFuture.completedFuture(false))
                    .thenCompose(read -> page.shown())
                    .thenApply(read -> result(page, after, isBeginning));
        });
    }

    private FeedPage result(Page page, FeedPosition after, boolean isBeginning) {
        if (page.isTrimmed && page.changes.isEmpty()) {
            return new FeedPage.Trimmed(page.positions.text());
        }
        if (page.changes.isEmpty()) {
            nextPoll = state.now().plus(POLL);
        }
        return new FeedPage.Changes(
                page.changes, page.changes.isEmpty() && !isBeginning ? after : page.positions.text());
    }

    /** Forgets writers that are not listed any more: their journals are gone, and their names are not used again. */
    private static JournalPositions listed(JournalPositions from, List<FollowedJournal> journals) {
        Map<String, JournalPositions.Place> places = new HashMap<>(from.places());
        places.keySet().retainAll(journals.stream().map(FollowedJournal::writer).toList());
        return new JournalPositions(places);
    }

    @Override
    public CompletableFuture<FeedPosition> end() {
        // Whoever asks for the end waits for the changes before it.
        nextPoll = Instant.MIN;
        String own = state.journals().writer();
        long end = state.memory().lastApplied();
        return state.journals().follow().thenCompose(journals -> {
            JournalPositions[] positions = {JournalPositions.NONE};
            Iterator<FollowedJournal> rest = journals.iterator();
            return AsyncLoop.whileTrue(() -> {
                        if (!rest.hasNext()) {
                            return CompletableFuture.completedFuture(false);
                        }
                        FollowedJournal next = rest.next();
                        CompletableFuture<Long> last =
                                next.writer().equals(own) ? CompletableFuture.completedFuture(end) : next.end();
                        return last.thenApply(number -> {
                            positions[0] = positions[0].with(
                                    next.writer(), new JournalPositions.Place(Math.max(number, next.trimmed()), 0));
                            return true;
                        });
                    })
                    .thenApply(read -> positions[0].text());
        });
    }

    @Override
    public CompletableFuture<Void> hold(String consumer, FeedPosition position) {
        return holds.hold(consumer, JournalPositions.parse(position));
    }

    @Override
    public CompletableFuture<Void> release(String consumer) {
        return holds.release(consumer);
    }
}
