package dev.varve.server.sites;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.Site;
import dev.varve.analytics.SiteChange;
import dev.varve.analytics.stats.Metric;
import dev.varve.analytics.stats.PeriodComparison;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.EntityPage;
import dev.varve.entity.EntityQuery;
import dev.varve.error.Rejected;
import dev.varve.key.ZoneHistory;
import dev.varve.server.http.ApiRequest;
import dev.varve.server.http.Explained;
import dev.varve.server.http.NotFound;
import dev.varve.server.http.Reply;
import dev.varve.server.http.Route;
import dev.varve.server.http.TabularAnswer;
import dev.varve.table.PageToken;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The sites whose visits are counted. */
public final class SitesApi {

    /** Each is asked for its visitors. */
    private static final int USUAL = 100;

    private static final int MOST = 500;
    private static final int HOURS = 24;

    private static final List<String> COLUMNS =
            List.of("siteId", "name", "timezone", "createdAt", "visitors24h", "change");

    private final AnalyticsStore store;

    public SitesApi(AnalyticsStore store) {
        this.store = store;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/sites", this::list),
                Route.get("/api/v1/sites/{id}", this::get),
                Route.put("/api/v1/sites/{id}", this::put),
                Route.delete("/api/v1/sites/{id}", this::delete));
    }

    private Object list(ApiRequest ask) {
        EntityQuery<Site> query = store.sites().limit(ask.count("limit", USUAL, MOST));
        if (ask.wantsExplanation()) {
            return Explained.of(query.explain());
        }
        EntityPage<Site> page = query.page(ask.page());
        List<Map<String, ?>> sites = new ArrayList<>();
        for (Site site : page.records()) {
            Map<String, Object> shown = shown(site, ask.now());
            Optional<PeriodComparison> visits = lastDay(site);
            visits.ifPresent(day -> shown.put("visitors24h", day.now().visitors()));
            OptionalDouble change =
                    visits.map(day -> day.change(Metric.VISITORS)).orElse(OptionalDouble.empty());
            shown.put("change", change.isPresent() ? change.getAsDouble() : null);
            sites.add(shown);
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("sites", sites);
        PageToken next = page.next();
        answer.put("next", next == null ? null : next.text());
        return new TabularAnswer(answer, COLUMNS, sites);
    }

    /** Returns what the last hours were; nothing for a site that was deleted meanwhile, which the list still shows. */
    private Optional<PeriodComparison> lastDay(Site site) {
        return store.siteOf(site.siteId())
                .filter(known -> known.siteId().equals(site.siteId()))
                .map(known -> store.stats().site(known.siteId()).lastHours(HOURS));
    }

    /** A zone that is to hold from a later time on is shown with it. */
    private static Map<String, Object> shown(Site site, Instant now) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("siteId", site.siteId());
        shown.put("name", site.name());
        shown.put("domains", site.domains());
        shown.put("timezone", site.zones().last().getId());
        site.zones().changes().stream()
                .map(ZoneHistory.Change::since)
                .filter(since -> since.isAfter(now))
                .findFirst()
                .ifPresent(since -> shown.put("timezoneSince", since));
        shown.put("createdAt", site.createdAt());
        return shown;
    }

    private Object get(ApiRequest ask) {
        Site site = store.site(ask.path("id")).orElseThrow(() -> missing(ask));
        return shown(site, ask.now());
    }

    private static NotFound missing(ApiRequest ask) {
        return new NotFound("there is no site " + EnumTexts.shown(ask.path("id")));
    }

    /** Creates a site, or changes what the body says of it and nothing else: of it as the newest write left it. */
    private Object put(ApiRequest ask) {
        String id = ask.path("id");
        JsonNode body = ask.json();
        EnumTexts.text(body, "siteId").filter(said -> !said.equals(id)).ifPresent(said -> {
            throw new Rejected(
                    "site.id",
                    "the address is of site %s and the body of %s: they must be the same"
                            .formatted(EnumTexts.shown(id), EnumTexts.shown(said)));
        });
        SiteChange change = new SiteChange(
                EnumTexts.text(body, "name").orElse(null),
                domains(body).orElse(null),
                EnumTexts.text(body, "timezone").map(SitesApi::zone).orElse(null));
        // Checks the id before anything is looked for.
        Site checked = Site.of(id, id);
        return shown(store.changeSite(checked.siteId(), change), ask.now());
    }

    private static String zone(String text) {
        try {
            if (ZoneHistory.parse(text).changes().isEmpty()) {
                return text;
            }
        } catch (Rejected e) {
            // Said below, with what would be right.
        }
        throw new Rejected(
                "site.timezone",
                "nobody knows the time zone \"%s\"; give one like Europe/Berlin or UTC"
                        .formatted(EnumTexts.shown(text)));
    }

    private static Optional<List<String>> domains(JsonNode body) {
        JsonNode domains = body.get("domains");
        if (domains == null || domains.isNull()) {
            return Optional.empty();
        }
        List<String> names = new ArrayList<>();
        if (domains.isArray()) {
            domains.forEach(domain -> names.add(domain.isTextual() ? domain.textValue() : ""));
        }
        if (!domains.isArray() || names.contains("")) {
            throw new Rejected("site.domains", "domains must be a list of texts, such as [\"example.com\"]");
        }
        return Optional.of(names);
    }

    private Object delete(ApiRequest ask) {
        if (store.deleteSite(ask.path("id")) instanceof EntityOutcome.Missing) {
            throw missing(ask);
        }
        return Reply.empty(204);
    }
}
