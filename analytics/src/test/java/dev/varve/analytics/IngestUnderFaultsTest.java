package dev.varve.analytics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.analytics.internal.HitIds;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Throttled;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Hits are stored through a table that throttles, is unavailable, and loses responses. */
class IngestUnderFaultsTest {

    private static final LocalDate TODAY = LocalDate.parse("2060-04-20");

    private final MutableClock clock = new MutableClock();
    private final FaultyEngine engine = new FaultyEngine(new MemoryEngine(clock), Faults.none(1));
    private final Varve db = Varve.on(engine).clock(clock).open(Analytics.schema("analytics"));

    private AnalyticsStore open(long seed) {
        return AnalyticsStore.on(db)
                .clock(clock)
                .random(new SplittableRandom(seed))
                .enrichment(AnalyticsContract.ENRICHMENT)
                .open();
    }

    @Test
    void retriedHitsAreStoredOnceWithTheSameVisitor() {
        open(0).createSite(Site.of(AnalyticsContract.SITE, "My site"));
        Set<String> sent = new HashSet<>();
        Map<String, String> visitors = new HashMap<>();
        Seeds.run(10, seed -> {
            Draw draw = new Draw(seed);
            AnalyticsStore store = open(seed);
            engine.meet(Faults.none(seed)
                    .throttled(10)
                    .with(Faults.Fault.UNAVAILABLE, 10)
                    .with(Faults.Fault.LOST, 15)
                    .with(Faults.Fault.UNSENT, 10));
            for (int i = 0; i < 40; i++) {
                String ip = "192.0.2." + draw.below(5);
                String id = HitIds.next(clock.instant(), new SplittableRandom(seed * 1_000 + i))
                        .text();
                HitRequest hit = AnalyticsContract.view("/")
                        .sender(ip, AnalyticsContract.CHROME)
                        .id(id)
                        .build();
                String visitor = AnalyticsContract.visitorOf(sendUntilAccepted(store, hit));
                assertThat(visitors.computeIfAbsent(ip, first -> visitor)).isEqualTo(visitor);
                sent.add(id);
            }
            engine.meet(Faults.none(seed));
        });
        assertThat(open(0).pageViews(AnalyticsContract.SITE, Instant.EPOCH, Instant.MAX)
                        .list())
                .hasSameSizeAs(sent)
                .allSatisfy(view -> assertThat(sent).contains(view.id()));
    }

    private static IngestResult sendUntilAccepted(AnalyticsStore store, HitRequest hit) {
        VarveException last = new Unavailable("test.unsent", "nothing was sent");
        for (int attempt = 0; attempt < 100; attempt++) {
            try {
                return store.ingest(hit);
            } catch (Throttled | Unavailable | OutcomeUnknown again) {
                last = again;
            }
        }
        throw last;
    }

    @Test
    void countsOfDroppedHitsSurviveAFailedFlush() {
        AnalyticsStore store = open(1);
        store.createSite(Site.of(AnalyticsContract.SITE, "My site"));
        HitRequest bot = AnalyticsContract.view("/")
                .sender(AnalyticsContract.IP, AnalyticsContract.BOT)
                .build();
        store.ingest(bot);
        engine.meet(Faults.none(1).throttled(100));
        clock.advance(DropCounts.FLUSHED_EVERY.minusSeconds(1));
        assertThatThrownBy(store::flush).isInstanceOf(Throttled.class);
        clock.advance(DropCounts.FLUSHED_EVERY);
        engine.meet(Faults.none(1));
        store.ingest(bot);
        assertThat(store.dropped(AnalyticsContract.SITE, TODAY).bots()).isEqualTo(2);
    }
}
