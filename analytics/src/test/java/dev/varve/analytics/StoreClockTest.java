package dev.varve.analytics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StoreClockTest {

    private final MutableClock clock = new MutableClock();
    private final Varve db = Varve.open(new MemoryEngine(clock), Analytics.schema("analytics"));

    @Test
    void theStoreUsesTheClockOfItsDatabase() {
        AnalyticsStore store =
                AnalyticsStore.on(db).enrichment(AnalyticsContract.ENRICHMENT).open();
        store.createSite(Site.of(AnalyticsContract.SITE, "My site"));
        store.ingest(AnalyticsContract.view("/").build());

        assertThat(store.pageViews(AnalyticsContract.SITE, Instant.EPOCH, Instant.MAX)
                        .list())
                .singleElement()
                .satisfies(view -> assertThat(view.at()).isEqualTo(clock.instant()));
    }

    @Test
    void aSecondClockIsRefused() {
        Rejected refused =
                catchThrowableOfType(Rejected.class, () -> AnalyticsStore.on(db).clock(new MutableClock()));

        assertThat(refused.code()).isEqualTo("analytics.two-clocks");
        assertThat(refused).hasMessageContaining("replayClock(…)");
    }

    @Test
    void replayClockSetsTheTimeOfPastHits() {
        Instant past = clock.instant().minus(Duration.ofDays(3));
        AnalyticsStore store = AnalyticsStore.on(db)
                .replayClock(() -> past)
                .enrichment(AnalyticsContract.ENRICHMENT)
                .open();
        store.createSite(Site.of(AnalyticsContract.SITE, "My site"));
        store.ingest(AnalyticsContract.view("/").build());

        assertThat(store.pageViews(AnalyticsContract.SITE, Instant.EPOCH, Instant.MAX)
                        .list())
                .singleElement()
                .satisfies(view -> assertThat(view.at()).isEqualTo(past));
    }
}
