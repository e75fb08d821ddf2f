package dev.varve.analytics.enrich;

import dev.varve.analytics.hit.Traits;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Everything that is found out about a hit, from tables that come with the module. Safe for many threads. */
public final class Enrichment {

    private final Agents agents = new Agents();
    private final Sources sources = Sources.bundled();
    private final Countries countries;

    private Enrichment(Countries countries) {
        this.countries = countries;
    }

    /** Returns the enrichment with these countries. It takes most of a second to set up: share it. */
    public static Enrichment with(Countries countries) {
        return new Enrichment(countries);
    }

    /** Returns what a user agent says of itself. */
    public Agent agent(String userAgent) {
        return agents.of(userAgent);
    }

    /** Returns where a hit came from and what it was made with; neither address nor user agent are among it. */
    public Traits traits(PageUrl page, @Nullable String referrer, Agent agent, InetAddress address) {
        Referrer from = Referrer.parse(referrer, page.hostname()).orElse(null);
        Campaign campaign = page.campaign();
        Source source = sources.of(campaign, from);
        return new Traits(
                source == null ? null : source.name(),
                from == null ? null : from.page(),
                Channel.of(source, campaign).text(),
                campaign.source(),
                campaign.medium(),
                campaign.name(),
                campaign.term(),
                campaign.content(),
                countries.of(address),
                agent.device(),
                agent.browser(),
                agent.os());
    }
}
