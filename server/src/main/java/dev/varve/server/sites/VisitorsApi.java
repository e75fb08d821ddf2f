package dev.varve.server.sites;

import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.session.ErasureReport;
import dev.varve.analytics.session.Visitor;
import dev.varve.analytics.session.VisitorData;
import dev.varve.analytics.session.Visitors;
import dev.varve.key.TimeRange;
import dev.varve.server.api.sites.VisitorErased;
import dev.varve.server.api.sites.VisitorExport;
import dev.varve.server.auth.Scope;
import dev.varve.server.http.answer.Json;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Routes that export or erase the data of single visitors. They search all stored hits of the site, or those from
 * {@code from} to {@code to}.
 */
public final class VisitorsApi {

    /** Clocks of browsers may be ahead. */
    private static final Duration AHEAD = Duration.ofHours(1);

    private final AnalyticsStore store;

    public VisitorsApi(AnalyticsStore store) {
        this.store = store;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/sites/{id}/visitors/{visitor}", this::export)
                        .described(SiteOperations.VISITOR)
                        .needing(Scope.ADMIN),
                Route.delete("/api/v1/sites/{id}/visitors/{visitor}", this::erase)
                        .described(SiteOperations.ERASE_VISITOR));
    }

    private Visitor visitor(ApiRequest request) {
        return new Visitor(SiteQuery.site(store, request).siteId(), request.path("visitor"));
    }

    private static TimeRange days(ApiRequest request) {
        Instant from = request.time("from").orElse(request.now().minus(Visitors.LOGS_KEPT));
        return TimeRange.of(from, request.time("to").orElse(request.now().plus(AHEAD)));
    }

    private Object export(ApiRequest request) {
        VisitorData data = store.visitors().export(visitor(request), days(request));
        if (data.isEmpty()) {
            throw new NotFound("nothing is stored for visitor " + EnumTexts.shown(request.path("visitor")));
        }
        return Json.convert(data.asMap(), VisitorExport.class);
    }

    /** Answers with what was removed, and with what a second search found of a visitor who is still active. */
    private Object erase(ApiRequest request) {
        ErasureReport erased = store.visitors().erase(visitor(request), days(request));
        return new VisitorErased(
                erased.visitor().visitorId(),
                erased.pageViews(),
                erased.events(),
                erased.sessions(),
                erased.remaining());
    }
}
