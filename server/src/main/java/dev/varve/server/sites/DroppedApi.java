package dev.varve.server.sites;

import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.DroppedHits;
import dev.varve.analytics.stats.LocalDays;
import dev.varve.server.api.sites.SiteDropped;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.function.ToLongFunction;

/** The route of the hits that were received and not counted. */
public final class DroppedApi {

    /** Dropped hits are counted by days in UTC. */
    private static final ZoneId UTC = ZoneId.of("UTC");

    private final AnalyticsStore store;

    public DroppedApi(AnalyticsStore store) {
        this.store = store;
    }

    public List<Route> routes() {
        return List.of(Route.get("/api/v1/sites/{id}/dropped", this::dropped).described(SiteOperations.DROPPED));
    }

    private Object dropped(ApiRequest request) {
        String siteId = SiteQuery.site(store, request).siteId();
        LocalDays days = Period.of(request, UTC);
        // Those of this process are in memory for some seconds.
        store.flush();
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
