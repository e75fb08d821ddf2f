package dev.varve.analytics;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.varve.Varve;
import dev.varve.analytics.hit.PageView;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.EntityQuery;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.Patch;
import dev.varve.error.Throttled;
import dev.varve.series.OpenSeries;
import dev.varve.table.AttributePath;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The sites and their domains. Sites of hits are cached for a minute, also those that do not exist. Changes by this process
 * are visible at once.
 */
final class Sites {

    static final Duration REMEMBERED = Duration.ofMinutes(1);

    private static final int MOST = 10_000;

    /** An attempt fails only if another change happens between its read and its write. */
    private static final int MAX_ATTEMPTS = 10;

    private final OpenEntities<Site> sites;
    private final OpenEntities<SiteDomain> domains;
    private final OpenSeries<PageView> hits;
    private final Cache<String, Optional<Site>> byId;
    private final Cache<String, Optional<Site>> byDomain;

    Sites(Varve db, InstantSource clock) {
        sites = db.entities(Analytics.SITES);
        domains = db.entities(Analytics.DOMAINS);
        hits = db.series(Analytics.PAGE_VIEWS);
        byId = newCache(clock);
        byDomain = newCache(clock);
    }

    private static Cache<String, Optional<Site>> newCache(InstantSource clock) {
        return Caffeine.newBuilder()
                .maximumSize(MOST)
                .expireAfterWrite(REMEMBERED)
                .ticker(() -> clock.millis() * 1_000_000)
                .executor(Runnable::run)
                .build();
    }

    /** Queries all sites in the order of their ids; eventually consistent. */
    EntityQuery<Site> all() {
        return sites.by(Analytics.BY_SITE);
    }

    Optional<Site> find(String siteId) {
        return sites.find(siteId);
    }

    Optional<Site> findConsistent(String siteId) {
        return sites.findConsistent(siteId);
    }

    Optional<Site> known(String siteId) {
        return Site.isId(siteId) ? byId.get(siteId, sites::findConsistent) : Optional.empty();
    }

    /** Returns the site with this id or, if there is none, the first with this domain. */
    Optional<Site> knownOf(String domain) {
        // A longer text cannot be a domain, so it is not cached.
        return domain.length() > 2 * Site.MAX_ID ? Optional.empty() : byDomain.get(domain, this::ofDomain);
    }

    private Optional<Site> ofDomain(String text) {
        Optional<Site> named = known(text);
        if (named.isPresent()) {
            return named;
        }
        return Site.findDomain(text)
                .flatMap(domain -> domains.in(domain).stream()
                        .flatMap(hint -> sites.findConsistent(hint.siteId()).stream())
                        .filter(site -> site.domains().contains(domain))
                        .findFirst());
    }

    EntityOutcome.OfCreate<Site> create(Site site) {
        // Domains first: a domain without its site does no harm, but a site without its domain is not found.
        site.domains().forEach(domain -> domains.put(new SiteDomain(domain, site.siteId())));
        EntityOutcome.OfCreate<Site> outcome = sites.create(site);
        forget();
        return outcome;
    }

    /** Creates or replaces a site. A new time zone takes effect at the next day that can start in it. */
    EntityOutcome.OfPut<Site> put(Site changed) {
        Optional<Site> stored = sites.findConsistent(changed.siteId());
        List<String> before = stored.map(Site::domains).orElse(List.of());
        Site site = changed.withTimezone(stored.map(Site::zones)
                .map(zones -> hits.moved(zones, changed.zones().last()))
                .orElse(changed.zones())
                .text());
        site.domains().forEach(domain -> domains.put(new SiteDomain(domain, site.siteId())));
        EntityOutcome.OfPut<Site> outcome = sites.put(site);
        before.stream()
                .filter(domain -> !site.domains().contains(domain))
                .forEach(domain -> domains.delete(domain, site.siteId()));
        forget();
        return outcome;
    }

    /**
     * Changes only the given components, so that concurrent changes of one site are all kept; creates the site if it does
     * not exist.
     */
    Site change(String siteId, SiteChange change) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Optional<Site> stored = sites.findConsistent(siteId);
            Optional<Site> written =
                    stored.isPresent() ? patched(stored.get(), change) : created(change.of(Site.of(siteId, siteId)));
            if (written.isPresent()) {
                return written.get();
            }
        }
        throw new Throttled(
                "site.busy",
                "site %s was changed by others during each attempt; nothing was written. Try again later"
                        .formatted(siteId));
    }

    /** Returns the new site, or empty if it was created in the meantime. */
    private Optional<Site> created(Site site) {
        return create(site) instanceof EntityOutcome.Created<Site> created
                ? Optional.of(created.record())
                : Optional.empty();
    }

    /** Returns the changed site, or empty if its time zone was changed in the meantime. */
    private Optional<Site> patched(Site stored, SiteChange change) {
        Site changed = change.of(stored);
        Patch<Site> patch = sites.patch(stored.siteId());
        if (change.name() != null) {
            patch = patch.set("name", changed.name());
        }
        if (change.domains() != null) {
            patch = patch.set("domains", changed.domains());
        }
        if (change.privacySignals() != null) {
            patch = patch.set("privacySignals", change.privacySignals());
        }
        if (change.timezone() != null) {
            // The new text includes the earlier zones.
            String zones = hits.moved(stored.zones(), changed.zones().last()).text();
            patch = patch.set("timezone", zones)
                    .when(AttributePath.attr("timezone").is(stored.timezone()));
        }
        if (change.isEmpty()) {
            return Optional.of(stored);
        }
        changed.domains().forEach(domain -> domains.put(new SiteDomain(domain, stored.siteId())));
        EntityOutcome.OfPatch<Site> outcome = patch.run();
        forget();
        if (!(outcome instanceof EntityOutcome.Patched<Site> done)) {
            return Optional.empty();
        }
        stored.domains().stream()
                .filter(domain -> !done.record().domains().contains(domain))
                .forEach(domain -> domains.delete(domain, stored.siteId()));
        return Optional.of(done.record());
    }

    EntityOutcome.OfDelete<Site> delete(String siteId) {
        EntityOutcome.OfDelete<Site> outcome = sites.delete(siteId);
        if (outcome instanceof EntityOutcome.Deleted<Site> deleted) {
            deleted.record().domains().forEach(domain -> domains.delete(domain, siteId));
        }
        forget();
        return outcome;
    }

    private void forget() {
        byId.invalidateAll();
        byDomain.invalidateAll();
    }
}
