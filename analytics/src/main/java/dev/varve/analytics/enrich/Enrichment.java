package dev.varve.analytics.enrich;

import dev.varve.analytics.hit.Traits;
import java.net.InetAddress;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Derives the traits of hits from tables bundled with the module. The first hit loads the tables, which takes most of a
 * second, so share one enrichment. Thread-safe.
 */
public final class Enrichment {

    private record Tables(Agents agents, Sources sources, Countries countries) {}

    private final Supplier<Countries> given;
    private volatile @Nullable Tables tables;

    private Enrichment(Supplier<Countries> given) {
        this.given = given;
    }

    /** Returns an enrichment with these countries. */
    public static Enrichment with(Countries countries) {
        return new Enrichment(() -> countries);
    }

    /** Returns an enrichment with the countries bundled with the module. */
    public static Enrichment bundled() {
        return new Enrichment(Countries::bundled);
    }

    private Tables tables() {
        Tables loaded = tables;
        return loaded == null ? load() : loaded;
    }

    private synchronized Tables load() {
        Tables loaded = tables;
        if (loaded == null) {
            loaded = new Tables(new Agents(), Sources.bundled(), given.get());
            tables = loaded;
        }
        return loaded;
    }

    /** Returns the parsed user agent. */
    public Agent agent(String userAgent) {
        return tables().agents().of(userAgent);
    }

    /** Returns the source, campaign, country and device of a hit, without its IP address and user agent. */
    public Traits traits(PageUrl page, @Nullable String referrer, Agent agent, InetAddress address) {
        Referrer from = Referrer.parse(referrer, page.hostname()).orElse(null);
        Campaign campaign = page.campaign();
        Tables loaded = tables();
        Source source = loaded.sources().of(campaign, from);
        return new Traits(
                source == null ? null : source.name(),
                from == null ? null : from.page(),
                Channel.of(source, campaign).text(),
                campaign.source(),
                campaign.medium(),
                campaign.name(),
                campaign.term(),
                campaign.content(),
                loaded.countries().of(address),
                agent.device(),
                agent.browser(),
                agent.os());
    }
}
