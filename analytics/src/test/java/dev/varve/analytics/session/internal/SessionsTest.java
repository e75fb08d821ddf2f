package dev.varve.analytics.session.internal;

import static dev.varve.analytics.session.internal.TestHits.cameFrom;
import static dev.varve.analytics.session.internal.TestHits.event;
import static dev.varve.analytics.session.internal.TestHits.id;
import static dev.varve.analytics.session.internal.TestHits.view;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.analytics.TestEngine;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.hit.Traits;
import dev.varve.analytics.session.ErasureReport;
import dev.varve.analytics.session.Realtime;
import dev.varve.analytics.session.RealtimeMinute;
import dev.varve.analytics.session.RealtimeView;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.session.Visitor;
import dev.varve.analytics.session.VisitorData;
import dev.varve.analytics.session.Visitors;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.key.TimeRange;
import dev.varve.table.Key;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.random.Draw;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The behaviour of sessions on every engine. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.varve.analytics.TestEngine#all")
class SessionsTest {

    private static final Visitor ANNA = new Visitor("s-1", "anna");
    private static final Visitor BERT = new Visitor("s-1", "bert");

    @Parameter
    private TestEngine testEngine;

    @TempDir
    private Path directory;

    private Varve db;
    private String table;
    private MutableClock clock;
    private SessionStore store;
    private SessionWorker worker;
    private Visitors visitors;
    private Realtime realtime;
    private Instant now;

    @BeforeEach
    void open() {
        EngineHarness harness = testEngine.harness(directory);
        clock = harness.clock();
        now = clock.instant();
        table = harness.newTableName();
        db = Varve.on(harness.engine()).clock(clock).open(TestHits.schema(table));
        store = TestHits.store(db);
        worker = new SessionWorker(store, clock);
        visitors = SessionAccess.instance().visitors(store, worker);
        realtime = new Realtime(store.pageViews(), db.series(Realtime.MINUTES), clock);
        db.processing()
                .follow(table, worker)
                .follow(table, new RealtimeWorker(store.pageViews(), db.series(Realtime.MINUTES), clock));
    }

    @AfterEach
    void close() {
        db.close();
    }

    private void store(Hit... hits) {
        for (Hit hit : hits) {
            if (hit instanceof PageView view) {
                store.pageViews().append(view);
            } else if (hit instanceof CustomEvent event) {
                store.events().append(event);
            }
        }
    }

    private void catchUp() {
        db.processing().catchUp(Duration.ofSeconds(30));
        assertThat(db.processing().consumer(table).status().deadLetters()).isZero();
    }

    private List<Session> sessions() {
        return store.sessions().history("s-1").consistent().list();
    }

    private Instant ago(long minutes) {
        return now.minus(Duration.ofMinutes(minutes));
    }

    private TimeRange recentRange() {
        return TimeRange.of(now.minus(Duration.ofDays(1)), now.plus(Duration.ofDays(1)));
    }

    @Test
    void hitsBecomeSessions() {
        List<Hit> annas = List.of(
                view(ANNA, ago(100), id(ago(100), 1), "/in", cameFrom("news")),
                event(ANNA, ago(99), false),
                view(ANNA, ago(90), "/out"),
                view(ANNA, ago(10), "/again"));
        store(annas.toArray(Hit[]::new));
        store(view(BERT, ago(50), "/"));
        catchUp();
        List<Session> expected = new ArrayList<>(SessionFold.of(annas));
        expected.addAll(SessionFold.of(List.of(view(BERT, ago(50), "/"))));
        assertThat(sessions()).hasSize(3).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void sessionIsStoredUnderItsIdAndIndexedByVisitor() {
        PageView first = view(ANNA, ago(5), id(ago(5), 9), "/", Traits.UNKNOWN);
        store(first);
        catchUp();
        Session session = sessions().get(0);
        assertThat(session.sessionId()).isEqualTo(first.id());
        Item item =
                db.table(table).get(Key.of("SITE#s-1", "SESSION#" + first.id())).orElseThrow();
        assertThat(item.text("gsi2pk")).isEqualTo("VISITOR#anna");
        assertThat(item.text("gsi2sk")).isEqualTo("2060-04-20T13:55:00.000Z");
        assertThat(item.number("ttl").longValueExact())
                .isEqualTo(ago(5).plus(Duration.ofDays(30)).getEpochSecond());
        assertThat(visitors.sessions("anna")).containsExactly(session);
    }

    @Test
    void lateHitJoinsSessionsAndItsDeletionSplitsThem() {
        PageView between = view(ANNA, ago(75), "/b");
        store(view(ANNA, ago(100), "/a"), view(ANNA, ago(50), "/c"));
        catchUp();
        assertThat(sessions()).hasSize(2);
        store(between);
        catchUp();
        assertThat(sessions()).singleElement().satisfies(session -> {
            assertThat(session.pageViews()).isEqualTo(3);
            assertThat(session.exitPage()).isEqualTo("/c");
        });
        store.pageViews().delete(between);
        catchUp();
        assertThat(sessions()).hasSize(2);
    }

    @Test
    void correctionOfAHitCorrectsItsSession() {
        store(view(ANNA, ago(10), id(ago(10), 1), "/a", cameFrom("x")));
        catchUp();
        store.pageViews().correct(view(ANNA, ago(10), id(ago(10), 1), "/b", cameFrom("y")));
        catchUp();
        assertThat(sessions()).singleElement().satisfies(session -> {
            assertThat(session.entryPage()).isEqualTo("/b");
            assertThat(session.traits().source()).isEqualTo("y");
        });
    }

    @Test
    void deletionOfTheLastHitDeletesTheSession() {
        PageView only = view(ANNA, ago(10), "/a");
        store(only);
        catchUp();
        store.pageViews().delete(only);
        catchUp();
        assertThat(sessions()).isEmpty();
        assertThat(store.logs().findConsistent("s-1", "anna").orElseThrow().hitIds())
                .isEmpty();
    }

    @Test
    void moreSessionsThanOneTransactionAllowsAreWritten() {
        List<Hit> hits = new ArrayList<>();
        for (int i = 0; i < 130; i++) {
            hits.add(view(ANNA, ago(6_000 - 45L * i), "/" + i));
        }
        store(hits.toArray(Hit[]::new));
        catchUp();
        assertThat(sessions()).isEqualTo(SessionFold.of(hits)).hasSize(130);
    }

    @Test
    void rebuildWritesAndDeletesSessions() {
        List<Hit> hits = List.of(view(ANNA, ago(100), "/a"), event(ANNA, ago(90), true), view(BERT, ago(20), "/b"));
        store(hits.toArray(Hit[]::new));
        worker.rebuild("s-1", recentRange());
        List<Session> expected = sessions();
        assertThat(expected)
                .containsExactlyInAnyOrder(
                        SessionFold.of(hits.subList(0, 2)).get(0),
                        SessionFold.of(hits.subList(2, 3)).get(0));
        store.pageViews().delete((PageView) hits.get(2));
        worker.rebuild("s-1", recentRange());
        assertThat(sessions()).extracting(Session::visitorId).containsExactly("anna");
        catchUp();
        assertThat(sessions()).hasSize(1);
    }

    @Test
    void lastHitIsTheNewestBeforeTheGivenTime() {
        store(view(ANNA, ago(20), "/a"), event(ANNA, ago(10), true));
        catchUp();
        assertThat(visitors.lastHit("s-1", "anna", now)).contains(ago(10));
        assertThat(visitors.lastHit("s-1", "anna", ago(10))).contains(ago(20));
        assertThat(visitors.lastHit("s-1", "anna", ago(20))).isEmpty();
        assertThat(visitors.lastHit("s-1", "bert", now)).isEmpty();
    }

    @Test
    void exportContainsAllHitsAndSessionsOfAVisitor() {
        PageView view = view(ANNA, ago(20), id(ago(20), 4), "/a", cameFrom("x"));
        CustomEvent event = event(ANNA, ago(10), true);
        store(view, event, view(BERT, ago(15), "/other"));
        catchUp();
        VisitorData data = visitors.export(ANNA, recentRange());
        assertThat(data.pageViews()).containsExactly(view);
        assertThat(data.events()).containsExactly(event);
        assertThat(data.sessions()).isEqualTo(SessionFold.of(List.of(view, event)));
        assertThat(data.listed()).extracting(VisitorData.ListedHit::id).containsExactly(view.id(), event.id());
        Map<String, Object> map = data.asMap();
        assertThat(map).containsEntry("visitorId", "anna").containsEntry("siteId", "s-1");
        assertThat(map.get("pageViews").toString()).contains("path=/a").contains("source=x");
    }

    @Test
    void erasureDeletesOneVisitorAndKeepsTheOthers() {
        store(view(ANNA, ago(200), "/a"), view(ANNA, ago(100), "/b"), event(ANNA, ago(99), true));
        store(view(BERT, ago(50), "/c"));
        catchUp();
        store(view(ANNA, ago(1), "/unprocessed"));
        ErasureReport erased = visitors.erase(ANNA, recentRange());
        assertThat(erased).isEqualTo(new ErasureReport(ANNA, 3, 1, 2, 0));
        assertThat(erased.isComplete()).isTrue();
        assertThat(visitors.export(ANNA, recentRange()).isEmpty()).isTrue();
        catchUp();
        assertThat(visitors.export(ANNA, recentRange()).isEmpty()).isTrue();
        assertThat(sessions()).extracting(Session::visitorId).containsExactly("bert");
        assertThat(store.pageViews().history("s-1").consistent().list())
                .extracting(PageView::visitorId)
                .containsExactly("bert");
    }

    @Test
    void erasureFindsHitsThatAreNotInTheLog() {
        store(view(ANNA, ago(20), "/a"), view(ANNA, ago(10), "/b"));
        catchUp();
        store.logs().delete("s-1", "anna");
        ErasureReport erased = visitors.erase(ANNA, recentRange());
        assertThat(erased).isEqualTo(new ErasureReport(ANNA, 2, 0, 1, 0));
        catchUp();
        assertThat(visitors.export(ANNA, recentRange()).isEmpty()).isTrue();
    }

    @Test
    void minuteRowCountsVisitorsAndPages() {
        store(view(ANNA, now.plusSeconds(1), "/a"), view(ANNA, now.plusSeconds(2), "/b"));
        store(view(BERT, now.plusSeconds(3), "/a"));
        catchUp();
        Item row = db.table(table)
                .get(Key.of("SITE#s-1", "REALTIME#2060-04-20T14:00"))
                .orElseThrow();
        assertThat(row.number("currentVisitors").longValueExact()).isEqualTo(2);
        assertThat(row.number("pageViews").longValueExact()).isEqualTo(3);
        assertThat(row.number("ttl").longValueExact())
                .isEqualTo(now.plus(Duration.ofMinutes(10)).getEpochSecond());
        assertThat(row.value("activePages")).isEqualTo(Value.of((Object) Map.of("/a", 2, "/b", 1)));
    }

    @Test
    void visitorInSeveralMinutesCountsOnce() {
        for (int i = 0; i < 7; i++) {
            store(view(ANNA, ago(i).plusSeconds(1), "/a"), view(BERT, ago(i).plusSeconds(2), "/b" + i));
        }
        store(view(new Visitor("s-1", "carl"), ago(6).plusSeconds(5), "/c"));
        clock.advance(Duration.ofSeconds(30));
        catchUp();
        RealtimeView five = realtime.fiveMinutes("s-1");
        assertThat(five.from()).isEqualTo(ago(4));
        assertThat(five.to()).isEqualTo(ago(-1));
        assertThat(five.visitors()).isEqualTo(2);
        assertThat(five.pageViews()).isEqualTo(10);
        assertThat(five.activePages().entrySet().iterator().next()).isEqualTo(Map.entry("/a", 5L));
        assertThat(five.minutes()).hasSize(5).containsEntry(ago(4), 2L);
        RealtimeView half = realtime.halfHour("s-1");
        assertThat(half.visitors()).isEqualTo(3);
        assertThat(half.pageViews()).isEqualTo(15);
        assertThat(half.minutes()).hasSize(7);
    }

    @Test
    void deletionOfAPageViewUpdatesItsMinute() {
        PageView view = view(ANNA, now, "/a");
        store(view);
        catchUp();
        store.pageViews().delete(view);
        catchUp();
        assertThat(realtime.fiveMinutes("s-1").pageViews()).isZero();
        assertThat(realtime.fiveMinutes("s-1").visitors()).isZero();
    }

    @Test
    void oldMinutesGetNoRow() {
        store(view(ANNA, ago(10), "/a"), view(ANNA, ago(9), "/b"), view(ANNA, ago(8), "/c"));
        catchUp();
        assertThat(db.series(Realtime.MINUTES).history("s-1").list())
                .extracting(RealtimeMinute::at)
                .containsExactly(ago(8));
    }

    @Test
    void minuteListsTheFiftyMostViewedPages() {
        for (int i = 0; i < 70; i++) {
            store(view(ANNA, now, id(now, i), "/p" + i, Traits.UNKNOWN));
        }
        store(view(BERT, now, id(now, 500), "/p69", Traits.UNKNOWN));
        catchUp();
        RealtimeView five = realtime.fiveMinutes("s-1");
        assertThat(five.activePages()).hasSize(50);
        assertThat(five.activePages().keySet().iterator().next()).isEqualTo("/p69");
        assertThat(five.pageViews()).isEqualTo(71);
    }

    @Test
    void manyVisitorsHaveSeparateSessions() {
        Draw draw = new Draw(11);
        List<Hit> all = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Visitor visitor = new Visitor("s-1", "v" + i);
            for (int j = 0; j < 4; j++) {
                Instant at = ago(1_000).plusMillis(draw.below(40_000_000));
                all.add(view(visitor, at, id(at, draw), "/" + j, Traits.UNKNOWN));
            }
        }
        store(all.toArray(Hit[]::new));
        catchUp();
        List<Session> expected = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            String visitor = "v" + i;
            expected.addAll(NaiveFold.of(
                    all.stream().filter(hit -> hit.visitorId().equals(visitor)).toList()));
        }
        assertThat(sessions()).containsExactlyInAnyOrderElementsOf(expected);
    }
}
