package dev.varve.analytics;

import dev.varve.analytics.enrich.Agent;
import dev.varve.analytics.enrich.Enrichment;
import dev.varve.analytics.enrich.PageUrl;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.HitKey;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.hit.Traits;
import dev.varve.analytics.internal.HitIds;
import dev.varve.analytics.internal.IpAddress;
import dev.varve.analytics.internal.VisitorIds;
import dev.varve.analytics.stats.internal.StatsRollups;
import dev.varve.error.Rejected;
import dev.varve.key.Tick;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Ingests a hit: checks it, drops or enriches it, derives its visitor, and appends it. */
final class Ingest {

    /** Visitors' clocks may be wrong; a hit further in the future is refused. */
    static final Duration MAX_AHEAD = Duration.ofMinutes(10);

    private final Sites sites;
    private final DropCounts dropped;
    private final VisitorIds visitors;
    private final Enrichment enrichment;
    private final PrivacySignals signals;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final OpenSeries<PageView> pageViews;
    private final OpenSeries<CustomEvent> events;

    Ingest(AnalyticsStore.Opening opened, Sites sites, DropCounts dropped, VisitorIds visitors) {
        this.sites = sites;
        this.dropped = dropped;
        this.visitors = visitors;
        enrichment = opened.enrichment();
        signals = opened.signals;
        clock = opened.clock;
        random = opened.random;
        pageViews = opened.db.series(Analytics.PAGE_VIEWS);
        events = opened.db.series(Analytics.EVENTS);
    }

    IngestResult run(HitRequest request) {
        Site site = siteOf(request);
        PageUrl page = PageUrl.parse(request.url);
        InetAddress address = IpAddress.parse(request.ip);
        HitIds id = idOf(request);
        Agent agent = enrichment.agent(request.userAgent);
        DropReason reason = reasonToDrop(site, request, agent);
        if (reason != null) {
            dropped.count(site.siteId(), reason);
            return new IngestResult.Dropped(reason);
        }
        String visitorId =
                visitors.of(new VisitorIds.Sender(site.siteId(), address, request.userAgent.strip()), id.at());
        // Otherwise it would start a session without a page.
        if (request.isEngagement() && !visitors.hasSession(site.siteId(), visitorId, id.at())) {
            dropped.count(site.siteId(), DropReason.NO_SESSION);
            return new IngestResult.Dropped(DropReason.NO_SESSION);
        }
        HitKey key = new HitKey(site.siteId(), id.at(), id.text(), visitorId);
        Traits traits = enrichment.traits(page, request.referrer, agent, address);
        IngestResult.Accepted stored = request.isPageView()
                ? append(pageViews, PageView.of(key, page.hostname(), page.path(), traits))
                : append(events, event(request, key, page, traits));
        visitors.note(site.siteId(), stored.hit().visitorId(), id.at());
        return stored;
    }

    private Site siteOf(HitRequest request) {
        Optional<Site> found = request.site != null
                ? sites.known(request.site)
                : Optional.ofNullable(request.domain).flatMap(sites::knownOf);
        return found.orElseThrow(() -> new Rejected(
                "hit.unknown-site", "%s names a site that does not exist: create the site first".formatted(request)));
    }

    private HitIds idOf(HitRequest request) {
        Instant now = clock.instant();
        if (request.id == null) {
            return HitIds.next(now, random);
        }
        HitIds id = HitIds.parse(request.id);
        if (id.at().isAfter(now.plus(MAX_AHEAD))) {
            throw new Rejected(
                    "hit.too-far-ahead",
                    "the time of the hit's id is %s, %s ahead of the clock; the limit is %s. Send the hit without an id"
                            .formatted(show(id.at()), Duration.between(now, id.at()), MAX_AHEAD));
        }
        // Within this limit the salt still exists: it is destroyed 48 hours after its day began.
        if (id.at().isBefore(now.minus(StatsRollups.HITS_LATE))) {
            throw new Rejected(
                    "hit.too-late",
                    "the time of the hit's id is %s, %s ago; the limit is %s"
                            .formatted(show(id.at()), Duration.between(id.at(), now), StatsRollups.HITS_LATE));
        }
        return id;
    }

    private static String show(Instant at) {
        return Tick.SECONDS.text(at);
    }

    private @Nullable DropReason reasonToDrop(Site site, HitRequest request, Agent agent) {
        PrivacySignals own = site.privacySignals();
        boolean isHonoured = (own == null ? signals : own) == PrivacySignals.HONOURED;
        if (isHonoured && request.globalPrivacyControl) {
            return DropReason.GLOBAL_PRIVACY_CONTROL;
        } else if (isHonoured && request.doNotTrack) {
            return DropReason.DO_NOT_TRACK;
        }
        return agent.isBot() ? DropReason.BOT : null;
    }

    private static CustomEvent event(HitRequest request, HitKey key, PageUrl page, Traits traits) {
        return new CustomEvent(
                key.siteId(),
                key.at(),
                key.id(),
                key.visitorId(),
                page.hostname(),
                page.path(),
                request.name,
                request.props,
                request.revenue,
                request.currency,
                request.interactive,
                traits);
    }

    private static <E extends Record & Hit> IngestResult.Accepted append(OpenSeries<E> series, E hit) {
        Outcome<E> outcome = series.append(hit);
        if (outcome instanceof Outcome.Applied) {
            return new IngestResult.Accepted(hit, IngestResult.Novelty.NEW, outcome.capacity());
        }
        // The id decides: a hit that is sent again from another network has another visitor but is the same hit.
        Hit first = outcome instanceof Outcome.Conflict<E> conflict ? conflict.existing() : hit;
        return new IngestResult.Accepted(first, IngestResult.Novelty.DUPLICATE, outcome.capacity());
    }
}
