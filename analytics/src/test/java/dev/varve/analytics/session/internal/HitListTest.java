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
import dev.varve.error.CorruptData;
import dev.varve.item.Bytes;
import dev.varve.item.RecordMapping;
import dev.varve.table.Limits;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class HitListTest {

    private static final Instant NOON = Instant.parse("2060-01-15T12:00:00Z");
    private static final Visitor ANNA = new Visitor("s-1", "anna");

    private static HitList listOf(Collection<? extends Hit> hits) {
        HitList list = HitList.empty();
        hits.forEach(hit -> list.put(LoggedHit.of(hit)));
        return list;
    }

    private static VisitorLog write(HitList list) {
        List<String> sessions = SessionFold.of(ANNA, list.hits()).stream()
                .map(Session::sessionId)
                .toList();
        return list.write(ANNA, sessions, 3);
    }

    @Test
    void writtenHitsAreReadBack() {
        RecordMapping<VisitorLog> mapping = RecordMapping.of(VisitorLog.class);
        Seeds.run(100, seed -> {
            Draw draw = new Draw(seed);
            HitList list = listOf(draw.times(draw.below(60), () -> TestHits.draw(draw, ANNA, NOON)));
            VisitorLog log = write(list);
            VisitorLog read = mapping.fromItem(mapping.toItem(log));
            assertThat(read).isEqualTo(log);
            assertThat(HitList.read(read).hits()).containsExactlyElementsOf(list.hits());
            assertThat(read.hitIds()).isSorted();
        });
    }

    /** The bytes of format 1. Never edit them; add new ones for a new format. */
    @Test
    void bytesAreThoseOfTheDocumentedFormat() {
        VisitorLog log = write(listOf(List.of(
                view(ANNA, NOON, id(NOON, 1), "/a", cameFrom("x")),
                event(ANNA, NOON, id(NOON, 2), true, cameFrom("y")),
                view(ANNA, NOON, id(NOON, 3), "/b", cameFrom("y")))));
        assertThat(HexFormat.of().formatHex(log.hits().toArray()))
                .isEqualTo("01"
                        + "02959041960000000000000000000001" + "00" + "00" + "01"
                        + "02959041960000000000000000000002" + "03" + "02"
                        + "02959041960000000000000000000003" + "00" + "01" + "02");
        assertThat(log.paths()).containsExactly("/a", "/b");
        assertThat(log.traits()).containsExactly(cameFrom("x"), cameFrom("y"));
    }

    @Test
    void invalidBytesAreCorruptData() {
        VisitorLog log = write(listOf(List.of(view(ANNA, NOON, "/a"))));
        byte[] bytes = log.hits().toArray();
        for (int length = 0; length < bytes.length; length++) {
            if (length != 1) {
                Bytes cut = Bytes.wrap(Arrays.copyOf(bytes, length));
                assertThatThrownBy(() -> HitList.read(with(log, cut))).isInstanceOf(CorruptData.class);
            }
        }
        bytes[bytes.length - 1] = 5;
        assertThatThrownBy(() -> HitList.read(with(log, Bytes.wrap(bytes))))
                .isInstanceOf(CorruptData.class)
                .hasMessageContaining("visitor anna of site s-1 end early or refer to missing entries");
    }

    private static VisitorLog with(VisitorLog log, Bytes hits) {
        return new VisitorLog(
                log.siteId(), log.visitorId(), hits, log.paths(), log.traits(), log.sessions(), false, log.version());
    }

    @Test
    void typicalSessionFitsOneKilobyte() {
        Draw draw = new Draw(1);
        HitList list = HitList.empty();
        for (int i = 0; i < 25; i++) {
            Instant at = NOON.plusSeconds(i * 40L);
            list.put(LoggedHit.of(view(ANNA, at, id(at, draw), "/articles/number-" + i % 12, cameFrom("search"))));
        }
        assertThat(itemSize(write(list))).isLessThan(1_024);
    }

    @Test
    void hitsBeyondTheLimitAreLeftOut() {
        HitList list = HitList.empty();
        for (int i = 0; i < HitList.MAX_HITS; i++) {
            list.put(LoggedHit.of(view(ANNA, NOON.plusSeconds(i), "/" + i)));
        }
        assertThat(list.isCut()).isFalse();
        Hit more = view(ANNA, NOON.plusSeconds(10_000), "/more");
        list.put(LoggedHit.of(more));
        assertThat(list.isCut()).isTrue();
        assertThat(list.refs()).hasSize(HitList.MAX_HITS);
        assertThat(HitList.read(write(list)).isCut()).isTrue();
        list.remove(list.refs().iterator().next());
        list.put(LoggedHit.of(more));
        assertThat(list.find(LoggedHit.of(more).ref())).isNotNull();
    }

    @Test
    void largestLogFitsAnItem() {
        Draw draw = new Draw(7);
        HitList list = HitList.empty();
        String longest = "字".repeat(LoggedHit.MAX_TEXT - 8);
        for (int i = 0; i < HitList.MAX_HITS; i++) {
            // The hits are an hour apart: each is a session, and its id is listed too.
            Instant at = NOON.plusSeconds(i * 3_600L);
            Traits traits = cameFrom(i < 5 ? longest + i : "s" + i % 300);
            String path = i < 10 ? longest + i : "/" + i % 1_000;
            list.put(LoggedHit.of(view(ANNA, at, id(at, draw), path, traits)));
        }
        assertThat(itemSize(write(list))).isBetween(100_000, Limits.MAX_ITEM_BYTES - 50_000);
    }

    @Test
    void correctedHitFreesItsSpace() {
        HitList list = HitList.empty();
        String longest = "字".repeat(LoggedHit.MAX_TEXT - 8);
        for (int i = 0; i < 1_000; i++) {
            list.put(LoggedHit.of(view(ANNA, NOON, longest + i)));
        }
        assertThat(list.isCut()).isFalse();
        assertThat(list.refs()).hasSize(1);
    }

    private static int itemSize(VisitorLog log) {
        return RecordMapping.of(VisitorLog.class).toItem(log).size();
    }
}
