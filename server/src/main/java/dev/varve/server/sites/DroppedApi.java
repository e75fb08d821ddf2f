package dev.varve.server.sites;

import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.DroppedHits;
import dev.varve.analytics.stats.LocalDays;
import dev.varve.server.api.sites.SiteDropped;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.function.ToLongFunction;

/** The route of the hits that were received and not counted. */
public final class DroppedApi {

    /** Dropped hits are counted by days in UTC. */
    private static final ZoneId UTC = ZoneId.of("UTC");

    /** A request that stores the counts first costs writes, so more requests than this read what is stored. */
    private static final Duration FLUSHED_EVERY = Duration.ofSeconds(1);

    private final AnalyticsStore store;
    private Instant flushed = Instant.MIN;

    public DroppedApi(AnalyticsStore store) {
        this.store = store;
    }

    public List<Route> routes() {
        return List.of(Route.get("/api/v1/sites/{id}/dropped", this::dropped).described(SiteOperations.DROPPED));
    }

    private Object dropped(ApiRequest request) {
        String siteId = SiteQuery.site(store, request).siteId();
        LocalDays days = Period.of(request, UTC);
        flush(request.now());
        List<DroppedHits> found = store.dropped(siteId, days.from(), days.to());
        List<SiteDropped.Day> shown = found.stream().map(DroppedApi::shown).toList();
        SiteDropped.Counts total = new SiteDropped.Counts(
                sum(found, DroppedHits::bots),
                sum(found, DroppedHits::doNotTrack),
                sum(found, DroppedHits::globalPrivacyControl),
                sum(found, DroppedHits::withoutVisit),
                sum(found, DroppedHits::overRate));
        return TabularAnswer.of(
                new SiteDropped(SiteQuery.period(days), total, shown),
                shown,
                "day",
                "bots",
                "doNotTrack",
                "globalPrivacyControl",
                "withoutSession",
                "overRate");
    }

    /** Stores the counts of this process, which are in memory for some seconds. */
    private void flush(Instant now) {
        if (isDue(now)) {
            store.flush();
        }
    }

    private synchronized boolean isDue(Instant now) {
        boolean isRecent = !now.isBefore(flushed) && now.isBefore(flushed.plus(FLUSHED_EVERY));
        flushed = isRecent ? flushed : now;
        return !isRecent;
    }

    private static SiteDropped.Day shown(DroppedHits hits) {
        return new SiteDropped.Day(
                LocalDate.parse(hits.day()),
                hits.bots(),
                hits.doNotTrack(),
                hits.globalPrivacyControl(),
                hits.withoutVisit(),
                hits.overRate());
    }

    private static long sum(List<DroppedHits> hits, ToLongFunction<DroppedHits> count) {
        return hits.stream().mapToLong(count).sum();
    }
}
