package dev.varve.analytics;

import dev.varve.analytics.enrich.UntrustedText;
import dev.varve.error.Rejected;
import dev.varve.key.ZoneHistory;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A web site whose hits are counted.
 *
 * @param siteId letters, digits, dots, dashes and underscores; often the domain itself
 * @param domains its domains, in lower case and without {@code www.}; hits may name the site by one of them
 * @param timezone the time zone of its days and months, such as {@code Europe/Berlin}; after a change, all zones with
 *     their start times, as {@link ZoneHistory} writes them
 * @param privacySignals how hits with a DNT or GPC signal are handled; null for the way of the {@link AnalyticsStore}
 * @param createdAt set when the site is created; a caller's value is ignored
 * @param updatedAt set with each change; a caller's value is ignored
 */
public record Site(
        String siteId,
        String name,
        List<String> domains,
        @Nullable String ownerId,
        String timezone,
        @Nullable PrivacySignals privacySignals,
        @Nullable Instant createdAt,
        @Nullable Instant updatedAt) {

    /** The longest name in the DNS. */
    static final int MAX_ID = 253;

    static final int MAX_NAME = 200;

    /** Each change of a site writes all its domains, so their number is limited. */
    static final int MAX_DOMAINS = 100;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");
    private static final Pattern DOMAIN = Pattern.compile("[^\\s/:#?@]{1,253}");

    public Site {
        requireId("site.id", "site id", siteId);
        if (name.isBlank() || name.length() > MAX_NAME) {
            throw new Rejected(
                    "site.name",
                    "the name of site %s has %s characters; give 1 to %s, not only spaces"
                            .formatted(siteId, name.length(), MAX_NAME));
        }
        if (domains.size() > MAX_DOMAINS) {
            throw new Rejected(
                    "site.domains",
                    "site %s has %s domains; the limit is %s".formatted(siteId, domains.size(), MAX_DOMAINS));
        }
        domains = domains.stream().map(Site::domain).distinct().toList();
        requireZone(siteId, timezone);
    }

    /** Returns a site in UTC without domains and owner. */
    public static Site of(String siteId, String name) {
        return new Site(siteId, name, List.of(), null, "UTC", null, null, null);
    }

    public Site withDomains(String... names) {
        return new Site(siteId, name, List.of(names), ownerId, timezone, privacySignals, createdAt, updatedAt);
    }

    public Site withOwner(String owner) {
        return new Site(siteId, name, domains, owner, timezone, privacySignals, createdAt, updatedAt);
    }

    public Site withTimezone(String zone) {
        return new Site(siteId, name, domains, ownerId, zone, privacySignals, createdAt, updatedAt);
    }

    /** Sets how hits of this site with a DNT or GPC signal are handled. */
    public Site withPrivacySignals(PrivacySignals signals) {
        return new Site(siteId, name, domains, ownerId, timezone, signals, createdAt, updatedAt);
    }

    /** Returns the time zones of the site with their start times. */
    public ZoneHistory zones() {
        return ZoneHistory.parse(timezone);
    }

    /** Returns the normalised domain; empty if the text is not a domain. */
    static Optional<String> findDomain(String text) {
        String domain = UntrustedText.clean(text).strip().toLowerCase(Locale.ROOT);
        domain = domain.startsWith("www.") ? domain.substring(4) : domain;
        return DOMAIN.matcher(domain).matches() ? Optional.of(domain) : Optional.empty();
    }

    private static String domain(String text) {
        return findDomain(text)
                .orElseThrow(() -> new Rejected(
                        "site.domain",
                        "\"%s\" is not a domain; give only its name, such as example.com"
                                .formatted(UntrustedText.cut(text, MAX_ID))));
    }

    /** Returns whether the text is a valid id of a site or goal. */
    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    static void requireId(String code, String what, String id) {
        if (!isId(id)) {
            throw new Rejected(
                    code,
                    "%s \"%s\" is invalid: give 1 to %s letters, digits, '.', '-' and '_', starting with a letter or digit"
                            .formatted(what, UntrustedText.cut(id, MAX_ID), MAX_ID));
        }
    }

    private static void requireZone(String siteId, String timezone) {
        try {
            ZoneHistory.parse(timezone);
        } catch (Rejected e) {
            throw new Rejected(
                    "site.timezone",
                    "the time zone of site %s is \"%s\", which is unknown; give one such as Europe/Berlin or UTC"
                            .formatted(siteId, timezone));
        }
    }
}
