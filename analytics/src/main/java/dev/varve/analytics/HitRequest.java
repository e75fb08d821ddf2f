package dev.varve.analytics;

import dev.varve.analytics.enrich.UntrustedText;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.error.Rejected;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A hit as a client sends it. The IP address and user agent are never stored, and are not part of {@link #toString}.
 *
 * <pre>{@code
 * HitRequest.pageView("https://example.com/pricing")
 *     .site("example.com")
 *     .sender("203.0.113.7", "Mozilla/5.0 …")
 *     .referrer("https://www.google.com/")
 *     .build()
 * }</pre>
 */
public final class HitRequest {

    /** The name of the event that is a page view, as Plausible's clients send it. */
    public static final String PAGE_VIEW = "pageview";

    /**
     * The name of the event by which a script reports that a page is still open, as Plausible's clients send it. It
     * extends a session but starts none, meets no goal, and appears in no breakdown.
     */
    public static final String ENGAGEMENT = CustomEvent.ENGAGEMENT;

    /** As Plausible documents. */
    public static final int MAX_PROPS = 30;

    /** As Plausible documents. */
    public static final int MAX_PROP_KEY = 300;

    /** As Plausible documents. */
    public static final int MAX_PROP_VALUE = 2_000;

    /** As Plausible documents. */
    public static final int MAX_NAME = 120;

    /** DynamoDB's numbers have 38 digits; this leaves room for sums. */
    private static final int MAX_REVENUE_DIGITS = 30;

    private static final int SHOWN = 100;

    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

    final String name;
    final String url;
    final @Nullable String site;
    final @Nullable String domain;
    final String ip;
    final String userAgent;
    final @Nullable String referrer;
    final @Nullable String id;
    final Map<String, String> props;
    final @Nullable BigDecimal revenue;
    final @Nullable String currency;
    final boolean interactive;
    final boolean doNotTrack;
    final boolean globalPrivacyControl;

    private HitRequest(Builder sent, String ip) {
        name = sent.name;
        url = sent.url;
        site = sent.site;
        domain = sent.domain;
        this.ip = ip;
        userAgent = sent.userAgent;
        referrer = sent.referrer;
        id = sent.id;
        props = Map.copyOf(sent.props);
        revenue = sent.revenue;
        currency = sent.currency;
        interactive = sent.interactive;
        doNotTrack = sent.doNotTrack;
        globalPrivacyControl = sent.globalPrivacyControl;
    }

    /** Starts a page view of this URL. */
    public static Builder pageView(String url) {
        return event(PAGE_VIEW, url);
    }

    /** Starts an event with this name on the page with this URL; {@code pageview} is a page view. */
    public static Builder event(String name, String url) {
        if (name.isBlank() || name.length() > MAX_NAME) {
            throw new Rejected(
                    "hit.name",
                    "the name of an event has %s characters; give 1 to %s, not only spaces"
                            .formatted(name.length(), MAX_NAME));
        }
        return new Builder(UntrustedText.clean(name.strip()), url);
    }

    boolean isEngagement() {
        return name.equals(ENGAGEMENT);
    }

    boolean isPageView() {
        return name.equals(PAGE_VIEW);
    }

    @Override
    public String toString() {
        String of = site == null ? "domain " + domain : "site " + site;
        return "a hit of " + UntrustedText.cut(UntrustedText.clean(of), SHOWN);
    }

    /** Builds a hit. */
    public static final class Builder {

        private final String name;
        private final String url;
        private final Map<String, String> props = new TreeMap<>();
        private @Nullable String site;
        private @Nullable String domain;
        private @Nullable String ip;
        private String userAgent = "";
        private @Nullable String referrer;
        private @Nullable String id;
        private @Nullable BigDecimal revenue;
        private @Nullable String currency;
        private boolean interactive = true;
        private boolean doNotTrack;
        private boolean globalPrivacyControl;

        private Builder(String name, String url) {
            this.name = name;
            this.url = url;
        }

        /** Sets the site by its id. */
        public Builder site(String siteId) {
            site = siteId;
            domain = null;
            return this;
        }

        /** Sets the site by its id or one of its domains, as Plausible's clients do. */
        public Builder domain(String siteOrDomain) {
            domain = siteOrDomain;
            site = null;
            return this;
        }

        /** Sets the visitor's IP address, not that of a proxy, and the user agent. */
        public Builder sender(String address, String agent) {
            ip = address;
            userAgent = agent;
            return this;
        }

        /** Sets the referring page; an invalid one, or one on the same host, is ignored. */
        public Builder referrer(@Nullable String page) {
            referrer = page;
            return this;
        }

        /**
         * Sets the id, a ULID whose time is when the hit happened. A hit that is sent again with its id counts once. A hit
         * without an id happens when it is received, and counts each time it is sent.
         */
        public Builder id(@Nullable String ulid) {
            id = ulid;
            return this;
        }

        /** Adds a property of a custom event. A blank key or value is ignored; page views have no properties. */
        public Builder prop(String key, String value) {
            requireLength("hit.prop-key", "the key of a property", key, MAX_PROP_KEY);
            requireLength("hit.prop-value", "the value of property " + key, value, MAX_PROP_VALUE);
            if (!key.isBlank() && !value.isBlank()) {
                props.put(UntrustedText.clean(key), UntrustedText.clean(value));
            }
            if (props.size() > MAX_PROPS) {
                throw new Rejected(
                        "hit.props",
                        "an event has more than %s properties, which is the limit: send fewer".formatted(MAX_PROPS));
            }
            return this;
        }

        public Builder props(Map<String, String> more) {
            more.forEach(this::prop);
            return this;
        }

        /** Sets the revenue of a custom event and its three-letter currency code; page views have none. */
        public Builder revenue(BigDecimal amount, String code) {
            if (!CURRENCY.matcher(code).matches()) {
                throw new Rejected(
                        "hit.currency", "the currency is not a code of three capital letters; give one such as EUR");
            }
            if (amount.precision() > MAX_REVENUE_DIGITS || Math.abs(amount.scale()) > MAX_REVENUE_DIGITS) {
                throw new Rejected(
                        "hit.revenue",
                        "the revenue has more than %s digits, which is the limit; round it"
                                .formatted(MAX_REVENUE_DIGITS));
            }
            revenue = amount;
            currency = code;
            return this;
        }

        /** Marks the event as not caused by the visitor: a session with it can still be a bounce. */
        public Builder notInteractive() {
            interactive = false;
            return this;
        }

        /** Records that the browser sent {@code DNT: 1}. */
        public Builder doNotTrack() {
            doNotTrack = true;
            return this;
        }

        /** Records that the browser sent {@code Sec-GPC: 1}. */
        public Builder globalPrivacyControl() {
            globalPrivacyControl = true;
            return this;
        }

        public HitRequest build() {
            if (site == null && domain == null) {
                throw new Rejected("hit.no-site", "the hit has no site: give site or domain");
            }
            if (ip == null) {
                throw new Rejected(
                        "hit.no-sender",
                        "the hit has no sender, which identifies the visitor: give the IP address and the user agent");
            }
            return new HitRequest(this, ip);
        }

        private static void requireLength(String code, String what, String text, int most) {
            if (text.length() > most) {
                throw new Rejected(
                        code,
                        "%s has %s characters; the limit is %s"
                                .formatted(what.length() > MAX_NAME ? "a value" : what, text.length(), most));
            }
        }
    }
}
