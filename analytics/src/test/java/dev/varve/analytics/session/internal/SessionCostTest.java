package dev.varve.analytics.session.internal;

import static dev.varve.analytics.session.internal.TestHits.event;
import static dev.varve.analytics.session.internal.TestHits.view;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.session.Visitor;
import dev.varve.feed.Change;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.Capacity;
import dev.varve.testkit.MutableClock;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a hit costs until its session is up to date, in DynamoDB's units. The guide states the same numbers. */
class SessionCostTest {

    private static final Visitor ANNA = new Visitor("s-1", "anna");

    private MeteredEngine engine;
    private Varve db;
    private SessionStore store;
    private SessionWorker worker;
    private Instant now;
    private FeedPosition position = FeedPosition.BEGINNING;

    @BeforeEach
    void open() {
        MutableClock clock = new MutableClock();
        engine = new MeteredEngine(new MemoryEngine(clock));
        now = clock.instant();
        db = Varve.on(engine).clock(clock).open(TestHits.schema("cost"));
        store = TestHits.store(db);
        worker = new SessionWorker(store, clock);
        // The first session of a site in a month also writes to the catalogue.
        store.pageViews().append(view(new Visitor("s-1", "first"), now.minusSeconds(3_600), "/"));
        cost(changes());
    }

    @AfterEach
    void close() {
        db.close();
    }

    private List<Change> changes() {
        FeedPage.Changes page =
                (FeedPage.Changes) engine.changes("cost").read(position, 1_000).join();
        position = page.next();
        return page.changes();
    }

    private Capacity cost(List<Change> changes) {
        engine.take();
        worker.handle(changes).join();
        return engine.take();
    }

    private Capacity costOf(PageView view) {
        store.pageViews().append(view);
        return cost(changes());
    }

    private static void assertUnits(Capacity capacity, double read, double write) {
        assertThat(capacity.total().read()).as("read units of %s", capacity).isEqualTo(read);
        assertThat(capacity.total().write()).as("write units of %s", capacity).isEqualTo(write);
    }

    @Test
    void hitWritesTheLogTheSessionAndItsIndex() {
        assertUnits(costOf(view(ANNA, now.minusSeconds(60), "/a")), 2, 6);
        assertUnits(costOf(view(ANNA, now, "/b")), 2, 6);
    }

    @Test
    void redeliveredHitWritesNothing() {
        store.pageViews().append(view(ANNA, now, "/a"));
        List<Change> changes = changes();
        cost(changes);
        assertUnits(cost(changes), 2, 0);
    }

    @Test
    void tenHitsOfOneBatchAreWrittenOnce() {
        for (int i = 0; i < 10; i++) {
            store.pageViews().append(view(ANNA, now.minusSeconds(i), "/a"));
        }
        assertUnits(cost(changes()), 11, 6);
    }

    @Test
    void deletionAlwaysWritesTheLog() {
        store.events().append(event(ANNA, now, true));
        changes();
        store.events().delete(event(ANNA, now, true));
        List<Change> deletion = changes();
        assertUnits(cost(deletion), 2, 1);
        assertUnits(cost(deletion), 2, 1);
    }

    @Test
    void changesOfOtherItemsCostNothing() {
        costOf(view(ANNA, now, "/a"));
        List<Change> own = changes();
        assertThat(own).isNotEmpty();
        assertUnits(cost(own), 0, 0);
    }
}
