package dev.varve.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Tier;
import dev.varve.rollup.internal.RollupAccess;
import dev.varve.rollup.internal.RollupWorker;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Another series whose rollup writes the same items as the simulated rollup, while requests of both are in flight.
 * Neither may overwrite the other's attributes.
 */
final class Neighbour {

    /** An event of the neighbour. */
    record Note(String device, Instant at, int weight) {}

    private static final int READ_AT_ONCE = 50;

    /** A row with events of at most this age is far from being sealed. */
    private static final Duration YOUNG = Duration.ofHours(1);

    private final Draw draw;
    private final SimWorker.Post post;
    private final Deadlines deadlines;
    private final OpenSeries<Note> notes;
    private final RollupWorker worker;
    private final ChangeFeed feed;
    private final Map<String, Map<Instant, Integer>> counts = new HashMap<>();
    private FeedPosition position = FeedPosition.BEGINNING;
    private @Nullable Note last;

    Neighbour(Draw draw, SimWorker.Post post, Series<Note> series, ChangeFeed feed, Deadlines deadlines) {
        this.draw = draw;
        this.post = post;
        this.deadlines = deadlines;
        this.feed = feed;
        notes = Varve.on(post.engine()).clock(post.clock()).open(post.schema()).series(series);
        worker = new RollupWorker(RollupAccess.instance().runtime(notes.rollup()));
    }

    /** Returns a series whose rows are in the same items as those of these tiers. */
    static Series<Note> series(ZoneId zone, List<Tier> tiers) {
        Rollup rollup = Rollup.of("weight").sharedRows(DrawnRollup.SHARED);
        for (Tier tier : tiers) {
            Tier own = new Tier(
                    tier.grain(),
                    tier.keep(),
                    tier.partition(),
                    tier.sort(),
                    tier.table(),
                    Map.of("count", "notes"),
                    tier.indexes());
            rollup = rollup.tier(own);
        }
        return Series.of(Note.class)
                .named("notes")
                .partition("NOTES#{device}")
                .sort("NOTE#{at}")
                .zone(zone)
                .rollUp(rollup)
                .build();
    }

    /** Writes a note or deletes the last one, and sometimes refreshes the changed rows; returns a description. */
    String act() {
        Instant now = post.clock().instant();
        Note before = last;
        String what;
        if (before != null && before.at().plus(YOUNG).isAfter(now) && draw.chance(40)) {
            assertThat(notes.delete(before)).isTrue();
            count(before, -1);
            last = null;
            what = "deletes";
        } else {
            Note note = new Note(draw.oneOf(Writers.DEVICES), now, draw.between(-9, 9));
            if (notes.append(note) instanceof Outcome.Applied) {
                count(note, 1);
                last = note;
            }
            what = "writes";
        }
        deadlines.written(now, now);
        if (draw.chance(70)) {
            follow();
        }
        return "neighbour " + what;
    }

    private void count(Note note, int by) {
        Grain grain = post.drawn().lengths().get(0).grain();
        counts.computeIfAbsent(note.device(), first -> new TreeMap<>())
                .merge(post.drawn().calendar().start(grain, note.at()), by, Integer::sum);
    }

    /** Refreshes all stale rows. */
    void follow() {
        List<Change> changes = new ArrayList<>();
        while (feed.read(position, READ_AT_ONCE).join() instanceof FeedPage.Changes page
                && !page.changes().isEmpty()) {
            changes.addAll(page.changes());
            position = page.next();
        }
        worker.handle(changes).join();
        worker.tick().join();
    }

    /** Compares its rows with its notes. */
    void check(TimeRange all) {
        Instant now = post.clock().instant();
        for (String device : Writers.DEVICES) {
            Map<Instant, Integer> expected = new TreeMap<>(counts.getOrDefault(device, Map.of()));
            expected.keySet().removeIf(start -> post.drawn().isRowExpired(0, start, now));
            Map<Instant, Integer> found = new TreeMap<>();
            for (RollupRow row : notes.rollups(device)
                    .of(post.drawn().lengths().get(0).grain())
                    .between(all.from(), all.to())
                    .list()) {
                found.put(row.start(), (int) row.count());
            }
            assertThat(found).as("rows of the neighbour's %s", device).isEqualTo(expected);
        }
        RollupReport report = notes.rollup().verify(all, done -> {});
        assertThat(report.isClean()).as("verify of the neighbour: %s", report).isTrue();
    }
}
