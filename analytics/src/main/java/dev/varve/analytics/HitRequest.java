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
 * A hit as it was sent. Its address and user agent are used and forgotten; they are no part of its text either.
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
     * The name of the event by which a script tells that a page is still looked at, as Plausible's clients send it. It
     * lengthens a visit and begins none, meets no goal and is in no list of events.
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

    /** DynamoDB's numbers have 38 digits; no price needs as many. */
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

    /** Begins a view of the page at this address. */
    public static Builder pageView(String url) {
        return event(PAGE_VIEW, url);
    }

    /** Begins an event of this name on the page at this address; one named {@code pageview} is a page view. */
    public static Builder event(String name, String url) {
        if (name.isBlank() || name.length() > MAX_NAME) {
            throw new Rejected(
                    "hit.name",
                    "the name of an event has %s characters; give 1 to %s, not only blanks"
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

    /** What is said of a hit, step by step. */
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

        /** Says which site it is of, by its id. */
        public Builder site(String siteId) {
            site = siteId;
            domain = null;
            return this;
        }

        /** Says which site it is of, by its id or one of its domains, as Plausible's clients do. */
        public Builder domain(String siteOrDomain) {
            domain = siteOrDomain;
            site = null;
            return this;
        }

        /** Says who sent it: the visitor's address, not that of a proxy, and what the browser says of itself. */
        public Builder sender(String address, String agent) {
            ip = address;
            userAgent = agent;
            return this;
        }

        /** Says which page linked there; one that cannot be read, or is of the same host, counts as none. */
        public Builder referrer(@Nullable String page) {
            referrer = page;
            return this;
        }

        /**
         * Gives it a ULID, whose time is when it happened: sent again with it, the hit counts once. Without, it happens
         * when it is received, and counts as often as it is sent.
         */
        public Builder id(@Nullable String ulid) {
            id = ulid;
            return this;
        }

        /** Says what else is told of an event. What is blank is left out; of page views nothing is kept. */
        public Builder prop(String key, String value) {
            requireLength("hit.prop-key", "the key of a property", key, MAX_PROP_KEY);
            requireLength("hit.prop-value", "the value of property " + key, value, MAX_PROP_VALUE);
            if (!key.isBlank() && !value.isBlank()) {
                props.put(UntrustedText.clean(key), UntrustedText.clean(value));
            }
            if (props.size() > MAX_PROPS) {
                throw new Rejected(
                        "hit.props", "an event has more than %s properties: send fewer".formatted(MAX_PROPS));
            }
            return this;
        }

        public Builder props(Map<String, String> told) {
            told.forEach(this::prop);
            return this;
        }

        /** Says what an event earned, in units of a currency with a code of three letters; of page views it is not kept. */
        public Builder revenue(BigDecimal amount, String code) {
            if (!CURRENCY.matcher(code).matches()) {
                throw new Rejected(
                        "hit.currency", "the currency is no code of three capital letters; give one such as EUR");
            }
            if (amount.precision() > MAX_REVENUE_DIGITS || Math.abs(amount.scale()) > MAX_REVENUE_DIGITS) {
                throw new Rejected(
                        "hit.revenue",
                        "the revenue has more than %s digits; no price has".formatted(MAX_REVENUE_DIGITS));
            }
            revenue = amount;
            currency = code;
            return this;
        }

        /** Lets a visit be a bounce though it has this event: one that the visitor does nothing for. */
        public Builder notInteractive() {
            interactive = false;
            return this;
        }

        /** Notes that the browser sent {@code DNT: 1}. */
        public Builder doNotTrack() {
            doNotTrack = true;
            return this;
        }

        /** Notes that the browser sent {@code Sec-GPC: 1}. */
        public Builder globalPrivacyControl() {
            globalPrivacyControl = true;
            return this;
        }

        public HitRequest build() {
            if (site == null && domain == null) {
                throw new Rejected("hit.no-site", "a hit does not say which site it is of: give site or domain");
            }
            if (ip == null) {
                throw new Rejected(
                        "hit.no-sender",
                        "a hit does not say who sent it, so nobody knows whose it is: give address and user agent");
            }
            return new HitRequest(this, ip);
        }

        private static void requireLength(String code, String what, String text, int most) {
            if (text.length() > most) {
                throw new Rejected(
                        code,
                        "%s has %s characters; at most %s are taken"
                                .formatted(what.length() > MAX_NAME ? "a value" : what, text.length(), most));
            }
        }
    }
}
