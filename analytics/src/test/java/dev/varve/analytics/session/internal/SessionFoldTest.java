package dev.varve.analytics.session.internal;

import static dev.varve.analytics.session.internal.TestHits.cameFrom;
import static dev.varve.analytics.session.internal.TestHits.event;
import static dev.varve.analytics.session.internal.TestHits.id;
import static dev.varve.analytics.session.internal.TestHits.view;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.Traits;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.session.Visitor;
import dev.varve.error.Rejected;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SessionFoldTest {

    private static final Instant NOON = Instant.parse("2060-01-15T12:00:00Z");
    private static final Visitor ANNA = new Visitor("s-1", "anna");

    private static Instant minute(long minutes) {
        return NOON.plusSeconds(minutes * 60);
    }

    @Test
    void noHitsGiveNoSession() {
        assertThat(SessionFold.of(List.of())).isEmpty();
    }

    @Test
    void sessionSummarisesItsHits() {
        Hit first = view(ANNA, NOON, id(NOON, 7), "/in", cameFrom("news"));
        Hit last = view(ANNA, minute(2), id(minute(2), 8), "/out", cameFrom("other"));
        assertThat(SessionFold.of(List.of(last, event(ANNA, minute(1), false), first)))
                .singleElement()
                .satisfies(session -> {
                    assertThat(session.sessionId()).isEqualTo(first.id());
                    assertThat(session.startedAt()).isEqualTo(NOON);
                    assertThat(session.random()).isEqualTo("0000000000000007");
                    assertThat(session.endedAt()).isEqualTo(minute(2));
                    assertThat(session.duration()).isEqualTo(120);
                    assertThat(session.pageViews()).isEqualTo(2);
                    assertThat(session.events()).isEqualTo(1);
                    assertThat(session.bounce()).isZero();
                    assertThat(session.entryPage()).isEqualTo("/in");
                    assertThat(session.exitPage()).isEqualTo("/out");
                    assertThat(session.traits()).isEqualTo(cameFrom("news"));
                });
    }

    @Test
    void gapOfMoreThanThirtyMinutesStartsANewSession() {
        assertThat(SessionFold.of(List.of(view(ANNA, NOON, "/a"), view(ANNA, minute(30), "/b"))))
                .hasSize(1);
        assertThat(SessionFold.of(
                        List.of(view(ANNA, NOON, "/a"), view(ANNA, minute(30).plusMillis(1), "/b"))))
                .hasSize(2);
    }

    @Test
    void engagementOnlyExtendsTheDuration() {
        Hit view = view(ANNA, NOON, "/a");
        Hit engagement = TestHits.engagement(ANNA, minute(3), id(minute(3), 5));
        assertThat(SessionFold.of(List.of(view, engagement))).singleElement().satisfies(session -> {
            assertThat(session.duration()).isEqualTo(180);
            assertThat(session.bounce()).isEqualTo(1);
            assertThat(session.events()).isZero();
            assertThat(session.pageViews()).isEqualTo(1);
            assertThat(session.exitPage()).isEqualTo("/a");
        });
        // Sessions that are computed from the visitor's log are the same.
        HitList list = HitList.empty();
        List.of(view, engagement).forEach(hit -> list.put(LoggedHit.of(hit)));
        HitList read = HitList.read(list.write(ANNA, List.of(), 1));
        assertThat(SessionFold.of(ANNA, read.hits())).isEqualTo(SessionFold.of(List.of(view, engagement)));
    }

    @Test
    void secondPageViewOrInteractiveEventEndsABounce() {
        Hit once = view(ANNA, NOON, "/a");
        assertThat(bounce(once)).isEqualTo(1);
        assertThat(bounce(once, event(ANNA, minute(1), false))).isEqualTo(1);
        assertThat(bounce(event(ANNA, minute(1), false))).isEqualTo(1);
        assertThat(bounce(once, once)).isEqualTo(1);
        assertThat(bounce(once, event(ANNA, minute(1), true))).isZero();
        assertThat(bounce(event(ANNA, minute(1), true))).isZero();
        assertThat(bounce(once, view(ANNA, minute(1), "/a"))).isZero();
    }

    private static int bounce(Hit... hits) {
        return SessionFold.of(List.of(hits)).get(0).bounce();
    }

    @Test
    void sessionOfOnlyEventsHasNoPages() {
        Session session = SessionFold.of(List.of(event(ANNA, NOON, true))).get(0);
        assertThat(session.entryPage()).isNull();
        assertThat(session.exitPage()).isNull();
        assertThat(session.duration()).isZero();
    }

    @Test
    void hitsOfOneMillisecondAreOrderedByTheirIds() {
        Hit later = view(ANNA, NOON, id(NOON, 2), "/second", Traits.UNKNOWN);
        Hit sooner = view(ANNA, NOON, id(NOON, 1), "/first", Traits.UNKNOWN);
        Session session = SessionFold.of(List.of(later, sooner)).get(0);
        assertThat(session.entryPage()).isEqualTo("/first");
        assertThat(session.exitPage()).isEqualTo("/second");
        assertThat(session.sessionId()).isEqualTo(sooner.id());
    }

    @Test
    void lateHitInTheMiddleJoinsTwoSessionsAndItsDeletionSplitsThem() {
        List<Hit> apart = List.of(view(ANNA, NOON, "/a"), view(ANNA, minute(60), "/c"));
        Hit between = view(ANNA, minute(30), "/b");
        assertThat(SessionFold.of(apart)).hasSize(2);
        List<Hit> together = new ArrayList<>(apart);
        together.add(between);
        assertThat(SessionFold.of(together))
                .singleElement()
                .satisfies(session -> assertThat(session.pageViews()).isEqualTo(3));
        together.remove(between);
        assertThat(SessionFold.of(together)).isEqualTo(SessionFold.of(apart));
    }

    @Test
    void hitsOfTwoVisitorsAreRefused() {
        assertThatThrownBy(() ->
                        SessionFold.of(List.of(view(ANNA, NOON, "/"), view(new Visitor("s-1", "bert"), NOON, "/"))))
                .isInstanceOf(Rejected.class)
                .hasMessage("there are hits of 2 visitors; sessions are computed for one visitor at a time");
    }

    @Test
    void idWithAnotherTimeIsRefused() {
        assertThatThrownBy(() -> SessionFold.of(List.of(view(ANNA, NOON, id(minute(1), 1), "/", Traits.UNKNOWN))))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining(
                        "but the time of its id is 2060-01-15T12:01:00.000Z: create the id from the clock");
        assertThatThrownBy(() -> SessionFold.of(List.of(view(ANNA, NOON, "17", "/", Traits.UNKNOWN))))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("\"17\" is not a ULID");
    }

    @Test
    void longTextsAreTruncated() {
        String path = "/" + "ä".repeat(5_000);
        assertThat(SessionFold.of(List.of(view(ANNA, NOON, path))).get(0).entryPage())
                .isEqualTo(path.substring(0, 2_000));
        String pairs = "/" + "😀".repeat(2_000);
        assertThat(SessionFold.of(List.of(view(ANNA, NOON, pairs))).get(0).entryPage())
                .isEqualTo(pairs.substring(0, 1_999));
    }

    @Test
    void foldMatchesTheNaiveFoldInAnyOrderAndWithDuplicates() {
        Seeds.run(300, seed -> {
            Draw draw = new Draw(seed);
            List<Hit> hits = draw.times(draw.between(0, 40), () -> TestHits.draw(draw, ANNA, NOON));
            // Ids are unique in practice; of two hits with one id the last would win.
            List<Hit> unique = hits.stream()
                    .filter(hit -> hits.stream()
                                    .filter(other -> other.id().equals(hit.id()) && other.getClass() == hit.getClass())
                                    .findFirst()
                                    .orElseThrow()
                            == hit)
                    .toList();
            List<Session> sessions = SessionFold.of(unique);
            assertThat(sessions).isEqualTo(NaiveFold.of(unique));
            List<Hit> shuffled = new ArrayList<>(
                    Stream.concat(unique.stream(), unique.stream().limit(5)).toList());
            Collections.shuffle(shuffled, new Random(seed));
            assertThat(SessionFold.of(shuffled)).isEqualTo(sessions);
        });
    }
}
