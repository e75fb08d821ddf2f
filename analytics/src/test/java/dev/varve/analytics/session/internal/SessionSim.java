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
 * Sessions with all that can happen to them, on one thread and from one seed: hits that are new, late, corrected,
 * deleted and stored again, a feed that repeats and reorders, workers that fail, crash, and go on though
 * others took over. Now and then everything is followed to the end, and all sessions are compared with the stored hits.
 */
final class SessionSim {

    private static final int MOST_ZOMBIES = 2;
    private static final int SHOWN = 50;

    private final Draw draw;
    private final EngineHarness harness;
    private final MutableClock clock;
    private final Schema schema;
    private final SessionStore store;
    private final SimFeed lanes;
    private final List<Visitor> visitors;
    private final Instant start;
    private final List<Hit> everStored = new ArrayList<>();
    private final List<SessionHand> zombies = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private SessionHand worker;
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

    /** Simulates so many steps; fails with the last steps in the message. */
    static void run(long seed, int steps, EngineHarness harness) {
        SessionSim sim = new SessionSim(seed, harness);
        try {
            for (int i = 0; i < steps; i++) {
                sim.step();
            }
            sim.check();
        } catch (RuntimeException | AssertionError e) {
            int from = Math.max(0, sim.log.size() - SHOWN);
            throw new AssertionError(
                    "last steps:\n  " + String.join("\n  ", sim.log.subList(from, sim.log.size())) + "\n" + e, e);
        }
    }

    private SessionHand newWorker() {
        return new SessionHand(++workers, harness.engine(), clock, schema, draw);
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
        note("append " + words(hit));
        everStored.add(hit);
        if (hit instanceof PageView view) {
            store.pageViews().append(view);
        } else if (hit instanceof CustomEvent event) {
            store.events().append(event);
        }
    }

    private void correct(Hit hit) {
        note("correct " + words(hit));
        if (hit instanceof PageView view) {
            store.pageViews().correct(view);
        } else if (hit instanceof CustomEvent event) {
            store.events().correct(event);
        }
    }

    private void delete(Hit hit) {
        note("delete " + words(hit));
        if (hit instanceof PageView view) {
            store.pageViews().delete(view);
        } else if (hit instanceof CustomEvent event) {
            store.events().delete(event);
        }
    }

    private static String words(Hit hit) {
        return hit.visitorId() + " " + hit.at() + " " + hit.id() + " " + hit.path();
    }

    private Hit changed(Hit hit) {
        Visitor visitor = new Visitor(hit.siteId(), hit.visitorId());
        var traits = draw.chance(50) ? hit.traits() : TestHits.cameFrom("c" + draw.below(3));
        return hit instanceof PageView
                ? TestHits.view(visitor, hit.at(), hit.id(), "/p" + draw.below(5), traits)
                : TestHits.event(visitor, hit.at(), hit.id(), draw.chance(50), traits);
    }

    /** Another worker takes the place of this one, which does not know it. */
    private void takeOver() {
        note("takeover of " + worker);
        zombies.add(worker);
        worker = newWorker();
        if (zombies.size() > MOST_ZOMBIES) {
            zombies.remove(0).crash(draw);
        }
    }

    /** Something is done and undone, while a worker that has seen the first alone is on its way. */
    private void race() {
        note("race");
        follow();
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
        follow();
        complete(zombies.get(zombies.size() - 1));
    }

    private void toggle(Hit hit, boolean isStored) {
        if (isStored) {
            delete(hit);
        } else {
            append(hit);
        }
    }

    private void work(SessionHand hand, int requests) {
        for (int i = 0; i < requests; i++) {
            if (hand.isIdle()) {
                lanes.pull();
                SimFeed.Batch batch = lanes.draw(draw);
                note("handle " + batch.changes().size() + " changes by " + hand);
                hand.handle(batch);
            }
            finish(hand);
        }
    }

    private void finish(SessionHand hand) {
        SimFeed.Batch done = hand.step(draw);
        if (done != null) {
            note("done by " + hand);
            lanes.acknowledge(done);
        }
    }

    private void complete(SessionHand hand) {
        while (!hand.isIdle()) {
            finish(hand);
        }
    }

    /** Brings everything to the worker, until there is nothing left to do; zombies go on meanwhile. */
    private void follow() {
        note("follow");
        worker.calm();
        complete(worker);
        for (lanes.pull(); !lanes.isDone(); lanes.pull()) {
            worker.handle(lanes.rest(draw));
            while (!worker.isIdle()) {
                finish(worker);
                if (!zombies.isEmpty() && draw.chance(20)) {
                    SessionHand zombie = draw.oneOf(zombies);
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
        follow();
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
