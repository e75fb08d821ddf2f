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
 * The sites, and which of them has a domain. For hits they are remembered for a minute, those that do not exist too; a
 * change by this process is seen at once.
 */
final class Sites {

    static final Duration REMEMBERED = Duration.ofMinutes(1);

    private static final int MOST = 10_000;

    /** A change fails only when another one comes between its read and its write. */
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

    /** Asks for all sites, by their ids; follows after a moment. */
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

    /** Returns the site with this id, or else the first that has this domain. */
    Optional<Site> knownOf(String domain) {
        // What is longer is none, and not worth remembering.
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
        // First the hints: one without its site does no harm, a site without would not be found.
        site.domains().forEach(domain -> domains.put(new SiteDomain(domain, site.siteId())));
        EntityOutcome.OfCreate<Site> outcome = sites.create(site);
        forget();
        return outcome;
    }

    /** Writes a site. One that gets another zone keeps the one it has until its days can begin elsewhere. */
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
     * Changes only what is given, so that two changes of one site at the same instant both hold; makes the site where
     * there is none.
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
        throw new Throttled("site.busy", "others change site %s all the time: send this again".formatted(siteId));
    }

    /** Returns the new site, or nothing where somebody else was first. */
    private Optional<Site> created(Site site) {
        return create(site) instanceof EntityOutcome.Created<Site> created
                ? Optional.of(created.record())
                : Optional.empty();
    }

    /** Returns the site as it is now, or nothing where it was changed meanwhile in a way that matters. */
    private Optional<Site> patched(Site stored, SiteChange change) {
        Site changed = change.of(stored);
        Patch<Site> patch = sites.patch(stored.siteId());
        if (change.name() != null) {
            patch = patch.set("name", changed.name());
        }
        if (change.domains() != null) {
            patch = patch.set("domains", changed.domains());
        }
        if (change.timezone() != null) {
            // The zones before belong to the new text.
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
