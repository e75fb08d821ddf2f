package dev.varve.testkit.sim;

import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.table.Key;
import dev.varve.testkit.random.Draw;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A feed as consumers see it: in several lanes that split, in batches of any size, repeated if not acknowledged, and in
 * order only per item.
 */
public final class SimFeed {

    private static final int READ_AT_ONCE = 100;

    /** The changes of some items in order; after a split, child lanes continue with them. */
    private static final class Lane {
        private final @Nullable Lane parent;
        private final List<Change> changes = new ArrayList<>();
        private final List<Lane> children = new ArrayList<>();
        private int acknowledged;

        Lane(@Nullable Lane parent) {
            this.parent = parent;
        }

        boolean isDone() {
            return acknowledged == changes.size();
        }

        /** Returns whether all earlier lanes are done. */
        boolean isReady() {
            return parent == null || (parent.isDone() && parent.isReady());
        }
    }

    /** Changes that are delivered together, and the position of each lane after them. */
    public static final class Batch {
        private final Map<Lane, Integer> ends = new LinkedHashMap<>();
        private final List<Change> changes = new ArrayList<>();

        public List<Change> changes() {
            return changes;
        }
    }

    private final ChangeFeed feed;
    private final List<Lane> roots = new ArrayList<>();
    private final List<Lane> all = new ArrayList<>();
    private FeedPosition position = FeedPosition.BEGINNING;

    /** Reads a feed from its beginning, in this many lanes. */
    public SimFeed(ChangeFeed feed, int count) {
        this.feed = feed;
        for (int i = 0; i < count; i++) {
            roots.add(add(null));
        }
    }

    private Lane add(@Nullable Lane parent) {
        Lane lane = new Lane(parent);
        all.add(lane);
        return lane;
    }

    /** Reads all new changes of the feed. */
    public void pull() {
        while (feed.read(position, READ_AT_ONCE).join() instanceof FeedPage.Changes page
                && !page.changes().isEmpty()) {
            page.changes().forEach(change -> lane(change.key()).changes.add(change));
            position = page.next();
        }
    }

    private Lane lane(Key key) {
        int hash = key.toString().hashCode() * 0x9E3779B1;
        Lane lane = roots.get(Math.floorMod(hash, roots.size()));
        for (int shift = 3; !lane.children.isEmpty(); shift += 3) {
            lane = lane.children.get((hash >>> shift) & 1);
        }
        return lane;
    }

    /** Splits a lane: two others continue with its items. */
    public void split(Draw draw) {
        Lane lane = draw.oneOf(all);
        if (lane.children.isEmpty()) {
            lane.children.add(add(lane));
            lane.children.add(add(lane));
        }
    }

    /** Returns whether everything is acknowledged. */
    public boolean isDone() {
        return all.stream().allMatch(Lane::isDone);
    }

    int size() {
        return all.size();
    }

    /** Returns the next changes of some lanes, sometimes with already acknowledged ones. */
    public Batch draw(Draw draw) {
        Batch batch = new Batch();
        List<List<Change>> parts = new ArrayList<>();
        boolean isWhole = draw.chance(20);
        for (Lane lane : all) {
            if (lane.isReady() && (isWhole || draw.chance(60))) {
                int back = draw.chance(15) ? Math.min(lane.acknowledged, draw.between(1, 12)) : 0;
                int end = Math.min(lane.changes.size(), lane.acknowledged + (isWhole ? 200 : draw.between(0, 8)));
                parts.add(new ArrayList<>(lane.changes.subList(lane.acknowledged - back, end)));
                batch.ends.put(lane, end);
            }
        }
        merge(draw, parts, batch.changes);
        shuffle(draw, batch.changes);
        return batch;
    }

    /** Returns all changes that are available now. */
    public Batch rest(Draw draw) {
        Batch batch = new Batch();
        List<List<Change>> parts = new ArrayList<>();
        for (Lane lane : all) {
            if (lane.isReady() && !lane.isDone()) {
                parts.add(new ArrayList<>(lane.changes.subList(lane.acknowledged, lane.changes.size())));
                batch.ends.put(lane, lane.changes.size());
            }
        }
        merge(draw, parts, batch.changes);
        return batch;
    }

    private static void merge(Draw draw, List<List<Change>> parts, List<Change> into) {
        parts.removeIf(List::isEmpty);
        while (!parts.isEmpty()) {
            List<Change> part = draw.oneOf(parts);
            Change next = part.remove(0);
            into.add(next);
            if (draw.chance(3)) {
                into.add(next);
            }
            if (part.isEmpty()) {
                parts.remove(part);
            }
        }
    }

    private static void shuffle(Draw draw, List<Change> changes) {
        for (int i = 1; i < changes.size(); i++) {
            if (draw.chance(20)
                    && !changes.get(i).key().equals(changes.get(i - 1).key())) {
                changes.add(i - 1, changes.remove(i));
            }
        }
    }

    /** Marks these changes as done, so that they need not be delivered again. */
    public void acknowledge(Batch batch) {
        batch.ends.forEach((lane, end) -> lane.acknowledged = Math.max(lane.acknowledged, end));
    }
}
