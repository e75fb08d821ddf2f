package dev.varve.testkit.sim;

import dev.varve.engine.Engine;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import dev.varve.schema.Schema;
import dev.varve.series.Series;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.model.Figures;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a rollup on one thread, from one seed: writers, a clock that jumps, expiry, a feed that repeats and
 * reorders, workers that fail, crash, or continue after others took over. From time to time the workers catch up, and
 * all rows are compared with the accepted writes.
 */
public final class RollupSim {

    /**
     * The environment of a simulation.
     *
     * @param engine an engine with a feed, which answers on the calling thread
     * @param clock the engine's clock, which the simulation moves
     * @param tableNames names that no table of the engine has
     * @param removeExpired removes expired items
     * @param form how the events are stored
     */
    public record Ground(
            Engine engine, MutableClock clock, Supplier<String> tableNames, Runnable removeExpired, Form form) {

        /** Returns an environment of events that are items. */
        public Ground(Engine engine, MutableClock clock, Supplier<String> tableNames, Runnable removeExpired) {
            this(engine, clock, tableNames, removeExpired, Form.ITEMS);
        }

        /** Returns the same environment for packed events. */
        public Ground packed() {
            return new Ground(engine, clock, tableNames, removeExpired, Form.PACKED);
        }
    }

    /** How events are stored. */
    public enum Form {
        ITEMS,
        /** In blocks, by a process that crashes between commit, apply, seal and trim. */
        PACKED
    }

    /** The default number of steps of a simulation. */
    public static final int STEPS = 250;

    /**
     * Moments before calendar events: a daylight saving change, a leap day, the end of a year, the end of a month of 31
     * days.
     */
    private static final List<Instant> STARTS = List.of(
            Instant.parse("2060-03-26T20:00:00Z"),
            Instant.parse("2060-10-29T03:30:00Z"),
            Instant.parse("2060-02-27T11:11:11.5Z"),
            Instant.parse("2060-03-12T18:00:00Z"),
            Instant.parse("2060-11-05T09:00:00Z"),
            Instant.parse("2060-12-30T23:59:58Z"),
            Instant.parse("2060-07-31T17:45:00Z"));

    private static final int MOST_ZOMBIES = 2;
    private static final int SHOWN = 60;

    private final Draw draw;
    private final Ground ground;
    private final MutableClock clock;
    private final DrawnRollup drawn;
    private final SimWorker.Post post;
    private final Ledger ledger;
    private final Deadlines deadlines;
    private final Writers writers;
    private final SimFeed lanes;
    private final Figures figures;
    private final Instant start;
    private final @Nullable Neighbour neighbour;
    private final List<SimWorker> zombies = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private SimWorker worker;
    private int workers;

    private RollupSim(long seed, Ground ground, Figures figures) {
        this.draw = new Draw(seed);
        this.ground = ground;
        this.clock = ground.clock();
        this.figures = figures;
        start = draw.oneOf(STARTS).plusSeconds(draw.below(100_000));
        clock.set(start);
        drawn = DrawnRollup.draw(draw, ground.form(), start);
        String table = ground.tableNames().get();
        Series<Neighbour.Note> shared = drawn.neighbour();
        Schema schema = shared == null ? Schema.of(table, drawn.series()) : Schema.of(table, drawn.series(), shared);
        post = new SimWorker.Post(ground.engine(), clock, drawn, schema);
        ledger = new Ledger(drawn);
        deadlines = new Deadlines(drawn);
        writers = new Writers(draw, post, ledger, deadlines);
        ChangeFeed feed = ((FeedSource) ground.engine()).changes(table);
        lanes = new SimFeed(feed, draw.between(1, 5));
        neighbour = shared == null ? null : new Neighbour(draw, post, shared, feed, deadlines);
        worker = newWorker();
    }

    /** Simulates this many steps; a failure message contains the declaration and the last steps. */
    public static void run(long seed, int steps, Ground ground, Figures figures) {
        RollupSim sim = new RollupSim(seed, ground, figures);
        try {
            sim.begin();
            for (int i = 0; i < steps; i++) {
                sim.step();
            }
            sim.check();
            sim.advance(sim.drawn.horizon().dividedBy(sim.draw.between(1, 8)));
            sim.check();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(sim.failureDescription() + "\n" + e, e);
        }
    }

    private String failureDescription() {
        int from = Math.max(0, log.size() - SHOWN);
        return drawn + "\n" + drawn.series().describe() + "\nlast steps:\n  "
                + String.join("\n  ", log.subList(from, log.size()));
    }

    private void note(String what) {
        log.add(clock.instant() + " " + what);
        int end = what.indexOf(' ');
        figures.count(end < 0 ? what : what.substring(0, end));
    }

    private SimWorker newWorker() {
        return new SimWorker(++workers, post, draw);
    }

    /** Sometimes starts several workers at once, and lets the first continue after the end of a bucket. */
    private void begin() {
        if (draw.chance(60)) {
            return;
        }
        for (int i = draw.between(1, 2); i > 0; i--) {
            work(worker, draw.oneOf(1, 1, 2, 5));
            takeOver();
        }
        for (int i = draw.between(1, 3); i > 0; i--) {
            note(writers.act());
        }
        lanes.pull();
        worker.handle(lanes.rest(draw));
        work(worker, draw.oneOf(3, 30, 300));
        advance(toNext(draw.oneOf(drawn.lengths()).grain(), clock.instant()));
        work(draw.oneOf(zombies), draw.between(1, 10));
        if (draw.chance(50)) {
            worker.crash(draw);
            worker = newWorker();
        }
    }

    private void step() {
        if (neighbour != null && draw.chance(20)) {
            note(neighbour.act());
        }
        int choice = draw.below(1_000);
        if (choice < 380) {
            note(writers.act());
        } else if (choice < 840) {
            work(zombies.isEmpty() || draw.chance(60) ? worker : draw.oneOf(zombies), draw.between(1, 25));
        } else if (choice < 910) {
            advance(drawStep());
        } else if (choice < 930) {
            note("crash " + worker);
            worker.crash(draw);
            worker = newWorker();
        } else if (choice < 950) {
            takeOver();
        } else if (choice < 963) {
            race();
        } else if (choice < 973) {
            note("expire");
            ground.removeExpired().run();
        } else if (choice < 980) {
            note("split");
            lanes.split(draw);
        } else if (choice < 990) {
            follow();
        } else {
            check();
        }
    }

    /** Lets another worker take over without the knowledge of this one. */
    private void takeOver() {
        note("takeover of " + worker);
        zombies.add(worker);
        worker = newWorker();
        if (zombies.size() > MOST_ZOMBIES) {
            zombies.remove(0).crash(draw);
        }
    }

    /** Undoes a write while a worker that has seen only the write is running. */
    private void race() {
        note("race");
        complete();
        note(writers.act());
        lanes.pull();
        worker.handle(lanes.rest(draw));
        if (draw.chance(40)) {
            complete();
            worker.refreshGroups();
        }
        for (int i = draw.between(1, 40); i > 0 && !worker.isIdle(); i--) {
            worker.step(draw);
            finish(worker);
        }
        takeOver();
        note(writers.takeBack());
        follow();
    }

    private void work(SimWorker current, int requests) {
        for (int i = 0; i < requests; i++) {
            if (current.isIdle()) {
                begin(current);
            }
            current.step(draw);
            finish(current);
        }
    }

    private void begin(SimWorker current) {
        int choice = draw.below(100);
        if (choice < 65) {
            lanes.pull();
            SimFeed.Batch batch = lanes.draw(draw);
            note("handle " + batch.changes().size() + " changes by " + current);
            current.handle(batch);
        } else if (choice < 85) {
            note("tick of " + current);
            current.tick();
        } else {
            note("refresh by " + current);
            current.refreshGroups();
        }
    }

    private void finish(SimWorker current) {
        SimWorker.@Nullable Done done = current.finished();
        if (done == null) {
            return;
        }
        note((done.isSuccess() ? "done by " : "failed by ") + current);
        if (done.changes() != null && done.isSuccess()) {
            lanes.acknowledge(done.changes());
        }
    }

    /** Moves the clock; refreshes rows that will be sealed by then first. */
    private void advance(Duration by) {
        Instant target = clock.instant().plus(by);
        note("advance " + by);
        while (deadlines.first().filter(first -> !first.isAfter(target)).isPresent()) {
            Instant before = deadlines.first().get().minusSeconds(1);
            if (before.isAfter(clock.instant())) {
                clock.set(before);
            }
            if (draw.chance(30)) {
                ground.removeExpired().run();
            }
            follow();
        }
        clock.set(target);
    }

    private Duration drawStep() {
        Instant now = clock.instant();
        Duration most = drawn.horizon();
        return draw.oneWay(
                () -> Duration.ofMillis(draw.between(1, 100_000)),
                () -> Duration.ofMinutes(draw.between(1, 100)),
                () -> Duration.ofMinutes(draw.between(1, 60 * 30)),
                () -> toNext(Grain.HOUR, now),
                () -> toNext(Grain.DAY, now),
                () -> draw.chance(40) ? most.dividedBy(draw.between(4, 12)) : Duration.ofHours(5),
                () -> most.compareTo(Duration.ofDays(20)) > 0 && draw.chance(40)
                        ? toNext(Grain.MONTH, now)
                        : toNext(Grain.DAY, now));
    }

    /** Returns the time until a moment around the end of this bucket. */
    private Duration toNext(Grain grain, Instant now) {
        Instant end = drawn.calendar().end(grain, now).plusSeconds(draw.oneOf(-1, 0, 1, 30, 60, 61, 200));
        return end.isAfter(now) ? Duration.between(now, end) : Duration.ofSeconds(1);
    }

    /** Delivers all changes to the worker, until nothing is left to do. */
    private void follow() {
        note("follow");
        writers.seal();
        worker.stopFaults();
        complete();
        do {
            for (lanes.pull(); !lanes.isDone(); lanes.pull()) {
                worker.handle(lanes.rest(draw));
                complete();
            }
            worker.tick();
            complete();
            worker.refreshGroups();
            complete();
            lanes.pull();
        } while (!lanes.isDone());
        if (neighbour != null) {
            neighbour.follow();
        }
        deadlines.settled(clock.instant());
        if (draw.chance(50)) {
            worker = newWorker();
        }
    }

    /** Lets the worker finish its current work, while superseded workers continue. */
    private void complete() {
        while (!worker.isIdle()) {
            worker.step(draw);
            finish(worker);
            if (!zombies.isEmpty() && draw.chance(10)) {
                work(draw.oneOf(zombies), 1);
            }
        }
    }

    private void check() {
        follow();
        if (draw.chance(60)) {
            zombies.forEach(zombie -> {
                while (!zombie.isIdle()) {
                    zombie.step(draw);
                    finish(zombie);
                }
            });
        }
        note("check");
        TimeRange all =
                new TimeRange(start.minus(Duration.ofDays(90)), clock.instant().plus(Duration.ofDays(3)));
        new RollupCheck(post, ledger, all, figures).run(draw);
        if (neighbour != null) {
            neighbour.check(all);
        }
    }
}
