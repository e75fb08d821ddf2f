package dev.varve.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.analytics.enrich.Countries;
import dev.varve.analytics.enrich.Enrichment;
import dev.varve.memory.MemoryEngine;
import dev.varve.schema.Declaration;
import dev.varve.testkit.MutableClock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class SiteChangeTest {

    private static final int ROUNDS = 200;

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));

    @Test
    void concurrentChangesOfASiteAreBothApplied() throws Exception {
        ExecutorService both = Executors.newFixedThreadPool(2);
        try (Varve db = Varve.on(new MemoryEngine(clock))
                        .clock(clock)
                        .open("varve", Analytics.declarations().toArray(Declaration[]::new));
                AnalyticsStore store = AnalyticsStore.on(db)
                        .clock(clock)
                        .enrichment(Enrichment.with(Countries.none()))
                        .open()) {
            for (int round = 0; round < ROUNDS; round++) {
                String name = "name " + round;
                String domain = "d" + round + ".example";
                CyclicBarrier start = new CyclicBarrier(2);
                CompletableFuture<Site> renamed = CompletableFuture.supplyAsync(
                        () -> changed(store, start, new SiteChange(name, null, null, null)), both);
                CompletableFuture<Site> moved = CompletableFuture.supplyAsync(
                        () -> changed(store, start, new SiteChange(null, List.of(domain), null, null)), both);

                assertThat(renamed.join().name()).isEqualTo(name);
                assertThat(moved.join().domains()).containsExactly(domain);
                Site site = store.siteConsistent("blog").orElseThrow();
                assertThat(site.name()).isEqualTo(name);
                assertThat(site.domains()).containsExactly(domain);
                assertThat(store.siteOf(domain)).contains(site);
            }
        } finally {
            both.shutdownNow();
        }
    }

    private static Site changed(AnalyticsStore store, CyclicBarrier start, SiteChange change) {
        try {
            start.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return store.changeSite("blog", change);
    }
}
