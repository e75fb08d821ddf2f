package dev.varve.server.sites;

import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.PrivacySignals;
import dev.varve.analytics.Site;
import dev.varve.analytics.SiteChange;
import dev.varve.analytics.stats.Metric;
import dev.varve.analytics.stats.PeriodComparison;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.EntityPage;
import dev.varve.entity.EntityQuery;
import dev.varve.error.Rejected;
import dev.varve.key.ZoneHistory;
import dev.varve.server.api.Explained;
import dev.varve.server.api.sites.SiteBody;
import dev.varve.server.api.sites.SiteJson;
import dev.varve.server.api.sites.SitePage;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import dev.varve.table.PageToken;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** Routes of sites. */
public final class SitesApi {

    /** The default size of a page; the visitors of each listed site are counted. */
    private static final int DEFAULT = 100;

    private static final int MOST = 500;
    private static final int HOURS = 24;

    private final AnalyticsStore store;
    private final Consumer<String> whenDeleted;

    /** @param whenDeleted called with the id of a site before and after it is deleted, to end the access to it */
    public SitesApi(AnalyticsStore store, Consumer<String> whenDeleted) {
        this.store = store;
        this.whenDeleted = whenDeleted;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/sites", this::list).described(SiteOperations.SITES),
                Route.get("/api/v1/sites/{id}", this::get).described(SiteOperations.SITE),
                Route.put("/api/v1/sites/{id}", this::put).described(SiteOperations.PUT_SITE),
                Route.delete("/api/v1/sites/{id}", this::delete).described(SiteOperations.DELETE_SITE));
    }

    private Object list(ApiRequest request) {
        EntityQuery<Site> query = store.sites().limit(request.count("limit", DEFAULT, MOST));
        if (request.wantsExplanation()) {
            return Explained.of(query.explain());
        }
        EntityPage<Site> page = query.page(request.page());
        List<SiteJson> sites = page.records().stream()
                .map(site -> shown(site, request.now(), lastDay(site)))
                .toList();
        PageToken next = page.next();
        return TabularAnswer.of(
                new SitePage(sites, next == null ? null : next.text()),
                sites,
                "siteId",
                "name",
                "timezone",
                "createdAt",
                "visitors24h",
                "change");
    }

    /** Returns the traffic of the last hours; empty for a site that was deleted meanwhile but is still listed. */
    private Optional<PeriodComparison> lastDay(Site site) {
        return store.siteOf(site.siteId())
                .filter(known -> known.siteId().equals(site.siteId()))
                .map(known -> store.stats().site(known.siteId()).lastHours(HOURS));
    }

    /** A time zone that takes effect later is shown with that time. */
    private static SiteJson shown(Site site, Instant now, Optional<PeriodComparison> lastDay) {
        OptionalDouble change = lastDay.map(day -> day.change(Metric.VISITORS)).orElse(OptionalDouble.empty());
        return new SiteJson(
                site.siteId(),
                site.name(),
                List.copyOf(site.domains()),
                site.zones().last().getId(),
                site.zones().changes().stream()
                        .map(ZoneHistory.Change::since)
                        .filter(since -> since.isAfter(now))
                        .findFirst()
                        .orElse(null),
                Optional.ofNullable(site.privacySignals()).orElse(PrivacySignals.HONOURED),
                site.createdAt(),
                lastDay.map(day -> day.now().visitors()).orElse(null),
                change.isPresent() ? change.getAsDouble() : null);
    }

    private Object get(ApiRequest request) {
        Site site = store.site(request.path("id")).orElseThrow(() -> missing(request));
        return shown(site, request.now(), Optional.empty());
    }

    private static NotFound missing(ApiRequest request) {
        return new NotFound("there is no site " + EnumTexts.shown(request.path("id")));
    }

    /** Creates a site, or changes only the given properties of the newest stored version. */
    private Object put(ApiRequest request) {
        String id = request.path("id");
        SiteBody body = request.json(SiteBody.class);
        Optional.ofNullable(body.siteId()).filter(given -> !given.equals(id)).ifPresent(given -> {
            throw new Rejected(
                    "site.id",
                    "the address names site %s and the body site %s: they must be the same"
                            .formatted(EnumTexts.shown(id), EnumTexts.shown(given)));
        });
        String signals = body.privacySignals();
        SiteChange change = new SiteChange(
                body.name(),
                body.domains(),
                body.timezone() == null ? null : zone(body.timezone()),
                signals == null ? null : EnumTexts.constant(PrivacySignals.class, "privacySignals", signals));
        // Checks the id before anything is read.
        Site checked = Site.of(id, id);
        return shown(store.changeSite(checked.siteId(), change), request.now(), Optional.empty());
    }

    private static String zone(String text) {
        try {
            if (ZoneHistory.parse(text).changes().isEmpty()) {
                return text;
            }
        } catch (Rejected e) {
            // Reported below, with examples.
        }
        throw new Rejected(
                "site.timezone",
                "the time zone \"%s\" is unknown; give one such as Europe/Berlin or UTC"
                        .formatted(EnumTexts.shown(text)));
    }

    private Object delete(ApiRequest request) {
        String id = request.path("id");
        // Before, so that no failure leaves access to a later site with this id; after, for what was created meanwhile.
        whenDeleted.accept(id);
        boolean wasMissing = store.deleteSite(id) instanceof EntityOutcome.Missing;
        whenDeleted.accept(id);
        if (wasMissing) {
            throw missing(request);
        }
        return Reply.empty(204);
    }
}
