package dev.varve.analytics.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.session.Visitor;
import dev.varve.feed.FeedSource;
import dev.varve.schema.Schema;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.sim.SimFeed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A simulation of sessions, on one thread and from one seed. Hits are new, late, corrected, deleted and stored again.
 * The feed repeats and reorders changes. Workers fail, crash, and continue after another worker took over. Every now and
 * then all changes are processed, and the sessions are compared with the stored hits.
 */
final class SessionSim {

    private static final int MAX_ZOMBIES = 2;
    private static final int SHOWN_STEPS = 50;

    private final Draw draw;
    private final EngineHarness harness;
    private final MutableClock clock;
    private final Schema schema;
    private final SessionStore store;
    private final SimFeed lanes;
    private final List<Visitor> visitors;
    private final Instant start;
    private final List<Hit> everStored = new ArrayList<>();
    private final List<SimSessionWorker> zombies = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private SimSessionWorker worker;
    private int workers;

    private SessionSim(long seed, EngineHarness harness) {
        draw = new Draw(seed);
        this.harness = harness;
        clock = harness.clock();
        start = clock.instant().minus(Duration.ofHours(8));
        String table = harness.newTableName();
        schema = TestHits.schema(table);
        store = TestHits.store(Varve.on(harness.engine()).clock(clock).open(schema));
        lanes = new SimFeed(((FeedSource) harness.engine()).changes(table), draw.between(1, 4));
        visitors = Stream.of("anna", "bert", "carl")
                .limit(draw.between(1, 3))
                .map(id -> new Visitor("s-1", id))
                .toList();
        worker = newWorker();
    }

    /** Simulates this number of steps; a failure shows the last ones. */
    static void run(long seed, int steps, EngineHarness harness) {
        SessionSim sim = new SessionSim(seed, harness);
        try {
            for (int i = 0; i < steps; i++) {
                sim.step();
            }
            sim.check();
        } catch (RuntimeException | AssertionError e) {
            int from = Math.max(0, sim.log.size() - SHOWN_STEPS);
            throw new AssertionError(
                    "last steps:\n  " + String.join("\n  ", sim.log.subList(from, sim.log.size())) + "\n" + e, e);
        }
    }

    private SimSessionWorker newWorker() {
        return new SimSessionWorker(++workers, harness.engine(), clock, schema, draw);
    }

    private void note(String what) {
        log.add(what);
    }

    private void step() {
        int choice = draw.below(1_000);
        if (choice < 350) {
            write();
        } else if (choice < 880) {
            work(zombies.isEmpty() || draw.chance(60) ? worker : draw.oneOf(zombies), draw.between(1, 12));
        } else if (choice < 910) {
            note("crash of " + worker);
            worker.crash(draw);
            worker = newWorker();
        } else if (choice < 950) {
            takeOver();
        } else if (choice < 970) {
            lanes.split(draw);
        } else if (choice < 990) {
            race();
        } else {
            check();
        }
    }

    private void write() {
        int choice = draw.below(100);
        if (choice < 50 || everStored.isEmpty()) {
            append(TestHits.draw(draw, draw.oneOf(visitors), start));
        } else if (choice < 60) {
            append(draw.oneOf(everStored));
        } else if (choice < 75) {
            correct(changed(draw.oneOf(everStored)));
        } else {
            delete(draw.oneOf(everStored));
        }
    }

    private void append(Hit hit) {
        note("append " + describe(hit));
        everStored.add(hit);
        if (hit instanceof PageView view) {
            store.pageViews().append(view);
        } else if (hit instanceof CustomEvent event) {
            store.events().append(event);
        }
    }

    private void correct(Hit hit) {
        note("correct " + describe(hit));
        if (hit instanceof PageView view) {
            store.pageViews().correct(view);
        } else if (hit instanceof CustomEvent event) {
            store.events().correct(event);
        }
    }

    private void delete(Hit hit) {
        note("delete " + describe(hit));
        if (hit instanceof PageView view) {
            store.pageViews().delete(view);
        } else if (hit instanceof CustomEvent event) {
            store.events().delete(event);
        }
    }

    private static String describe(Hit hit) {
        return hit.visitorId() + " " + hit.at() + " " + hit.id() + " " + hit.path();
    }

    private Hit changed(Hit hit) {
        Visitor visitor = new Visitor(hit.siteId(), hit.visitorId());
        var traits = draw.chance(50) ? hit.traits() : TestHits.cameFrom("c" + draw.below(3));
        return hit instanceof PageView
                ? TestHits.view(visitor, hit.at(), hit.id(), "/p" + draw.below(5), traits)
                : TestHits.event(visitor, hit.at(), hit.id(), draw.chance(50), traits);
    }

    /** Starts another worker; the current one continues as a zombie. */
    private void takeOver() {
        note("takeover of " + worker);
        zombies.add(worker);
        worker = newWorker();
        if (zombies.size() > MAX_ZOMBIES) {
            zombies.remove(0).crash(draw);
        }
    }

    /** Writes and reverts a hit while a worker that saw only the first change is still working. */
    private void race() {
        note("race");
        processAll();
        Hit hit = everStored.isEmpty() || draw.chance(40)
                ? TestHits.draw(draw, draw.oneOf(visitors), start)
                : draw.oneOf(everStored);
        boolean isStored =
                stored().anyMatch(other -> other.id().equals(hit.id()) && other.getClass() == hit.getClass());
        toggle(hit, isStored);
        lanes.pull();
        worker.handle(lanes.rest(draw));
        for (int i = draw.between(1, 12); i > 0 && !worker.isIdle(); i--) {
            finish(worker);
        }
        takeOver();
        toggle(hit, !isStored);
        processAll();
        complete(zombies.get(zombies.size() - 1));
    }

    private void toggle(Hit hit, boolean isStored) {
        if (isStored) {
            delete(hit);
        } else {
            append(hit);
        }
    }

    private void work(SimSessionWorker simWorker, int requests) {
        for (int i = 0; i < requests; i++) {
            if (simWorker.isIdle()) {
                lanes.pull();
                SimFeed.Batch batch = lanes.draw(draw);
                note("handle " + batch.changes().size() + " changes by " + simWorker);
                simWorker.handle(batch);
            }
            finish(simWorker);
        }
    }

    private void finish(SimSessionWorker simWorker) {
        SimFeed.Batch done = simWorker.step(draw);
        if (done != null) {
            note("done by " + simWorker);
            lanes.acknowledge(done);
        }
    }

    private void complete(SimSessionWorker simWorker) {
        while (!simWorker.isIdle()) {
            finish(simWorker);
        }
    }

    /** Lets the worker process all changes; zombies continue in between. */
    private void processAll() {
        note("process all");
        worker.stopFaults();
        complete(worker);
        for (lanes.pull(); !lanes.isDone(); lanes.pull()) {
            worker.handle(lanes.rest(draw));
            while (!worker.isIdle()) {
                finish(worker);
                if (!zombies.isEmpty() && draw.chance(20)) {
                    SimSessionWorker zombie = draw.oneOf(zombies);
                    if (!zombie.isIdle()) {
                        finish(zombie);
                    }
                }
            }
        }
    }

    private Stream<Hit> stored() {
        return Stream.concat(
                store.pageViews().history("s-1").consistent().list().stream(),
                store.events().history("s-1").consistent().list().stream());
    }

    private void check() {
        processAll();
        if (draw.chance(60)) {
            zombies.forEach(this::complete);
        }
        note("check");
        List<Session> expected = stored().collect(Collectors.groupingBy(Hit::visitorId)).values().stream()
                .flatMap(hits -> NaiveFold.of(hits).stream())
                .sorted(Comparator.comparing(Session::sessionId).thenComparing(Session::visitorId))
                .toList();
        assertThat(store.sessions().history("s-1").consistent().list()).containsExactlyInAnyOrderElementsOf(expected);
    }
}
