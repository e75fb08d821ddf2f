package dev.varve.server.sites;

import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.Site;
import dev.varve.analytics.stats.Filter;
import dev.varve.analytics.stats.LocalDays;
import dev.varve.analytics.stats.StatsExpired;
import dev.varve.analytics.stats.StatsQuery;
import dev.varve.analytics.stats.StatsResult;
import dev.varve.analytics.stats.TrafficTotals;
import dev.varve.server.api.sites.PeriodJson;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.route.ApiRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A query about a site: the days, the filters and the period to compare with. */
final class SiteQuery {

    private final AnalyticsStore store;
    private final String siteId;
    private final LocalDays days;
    private final List<Filter> filters;
    private final ComparisonPeriod compared;
    private final Instant now;

    private SiteQuery(AnalyticsStore store, ApiRequest request) {
        this.store = store;
        this.now = request.now();
        Site site = site(store, request);
        this.siteId = site.siteId();
        this.days = Period.of(request, site.zones().at(now));
        this.filters = Filters.parse(request.text("filters", ""), () -> store.goalRules(siteId));
        this.compared = EnumTexts.constant(ComparisonPeriod.class, "compare", request.text("compare", "previous"));
    }

    static SiteQuery of(AnalyticsStore store, ApiRequest request) {
        return new SiteQuery(store, request);
    }

    /** Returns the site of a request, as it was at most a minute ago. */
    static Site site(AnalyticsStore store, ApiRequest request) {
        String id = request.path("id");
        return store.siteOf(id)
                .filter(site -> site.siteId().equals(id))
                .orElseThrow(() -> new NotFound("there is no site " + EnumTexts.shown(id)));
    }

    String siteId() {
        return siteId;
    }

    LocalDays days() {
        return days;
    }

    StatsQuery query() {
        return query(days);
    }

    private StatsQuery query(LocalDays selected) {
        StatsQuery query = store.stats().site(siteId).between(selected.from(), selected.to());
        for (Filter filter : filters) {
            query = query.where(filter);
        }
        return query;
    }

    /** Returns the totals to compare with, over an equally long time if the days are not over; empty if they have expired. */
    Optional<TrafficTotals> totalsBefore(StatsResult<?> answer) {
        boolean isOver = !now.isBefore(days.range().to());
        return before(answer, query -> isOver ? query.totals() : query.totalsUntil(compared.moved(now, days)));
    }

    /** Returns the result for the days to compare with; empty if they have expired or there is no comparison. */
    <T> Optional<T> before(StatsResult<?> answer, Function<StatsQuery, StatsResult<T>> question) {
        // A result for fewer days than requested has nothing to be compared with.
        Optional<LocalDays> before = answer.days().equals(days) ? compared.before(days) : Optional.empty();
        try {
            return before.map(this::query)
                    .map(question)
                    .filter(found -> before.equals(Optional.of(found.days())))
                    .map(StatsResult::value);
        } catch (StatsExpired e) {
            return Optional.empty();
        }
    }

    /** Returns the days of a result; fewer than requested if hits have expired. */
    static PeriodJson period(LocalDays days) {
        return new PeriodJson(days.from(), days.to(), days.zone().getId());
    }
}
