package dev.varve.analytics.enrich;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The marketing channels, by the rules that Plausible documents after those of Google Analytics 4. The first rule that
 * holds decides, in the order of the constants.
 */
public enum Channel {
    CROSS_NETWORK("Cross-network"),
    PAID_SHOPPING("Paid Shopping"),
    PAID_SEARCH("Paid Search"),
    PAID_SOCIAL("Paid Social"),
    PAID_VIDEO("Paid Video"),
    DISPLAY("Display"),
    PAID_OTHER("Paid Other"),
    AI_ASSISTANT("AI Assistant"),
    ORGANIC_SHOPPING("Organic Shopping"),
    ORGANIC_SOCIAL("Organic Social"),
    ORGANIC_VIDEO("Organic Video"),
    ORGANIC_SEARCH("Organic Search"),
    EMAIL("Email"),
    AFFILIATES("Affiliates"),
    AUDIO("Audio"),
    SMS("SMS"),
    MOBILE_PUSH("Mobile Push Notifications"),
    REFERRAL("Referral"),
    DIRECT("Direct");

    // Without nested repetition, so that matching is linear in the text.
    private static final Pattern PAID = Pattern.compile(".*cp.*|ppc|retargeting|paid.*");
    private static final Pattern SHOPPING = Pattern.compile("(?:.*[^a-df-z])?shop.*");

    private static final Set<String> DISPLAY_MEDIA = Set.of("display", "banner", "expandable", "interstitial", "cpm");
    private static final Set<String> SOCIAL_MEDIA =
            Set.of("social", "social-network", "social-media", "sm", "social network", "social media");
    private static final Set<String> EMAIL_WORDS = Set.of("email", "e-mail", "e_mail", "e mail", "newsletter");
    private static final Set<String> LINK_MEDIA = Set.of("referral", "app", "link");

    private final String text;

    Channel(String text) {
        this.text = text;
    }

    /** Returns the display name, which is also stored. */
    public String text() {
        return text;
    }

    /** Returns the channel of a session with this source, null if unknown, and this campaign. */
    public static Channel of(@Nullable Source source, Campaign campaign) {
        SourceKind kind = source == null ? null : source.kind();
        String medium = Campaign.lower(campaign.medium());
        String name = Campaign.lower(campaign.name());
        if (name.contains("cross-network")) {
            return CROSS_NETWORK;
        }
        boolean isShopping =
                kind == SourceKind.SHOPPING || SHOPPING.matcher(name).matches();
        if (PAID.matcher(medium).matches() || campaign.paidBy() != null) {
            return isShopping ? PAID_SHOPPING : paid(kind, medium);
        }
        if (DISPLAY_MEDIA.contains(medium)) {
            return DISPLAY;
        }
        return isShopping && kind != SourceKind.AI ? ORGANIC_SHOPPING : unpaid(source, medium, campaign);
    }

    private static Channel paid(@Nullable SourceKind kind, String medium) {
        if (kind == SourceKind.SEARCH) {
            return PAID_SEARCH;
        } else if (kind == SourceKind.SOCIAL) {
            return PAID_SOCIAL;
        } else if (kind == SourceKind.VIDEO) {
            return PAID_VIDEO;
        }
        return DISPLAY_MEDIA.contains(medium) ? DISPLAY : PAID_OTHER;
    }

    private static Channel unpaid(@Nullable Source source, String medium, Campaign campaign) {
        SourceKind kind = source == null ? null : source.kind();
        String from = Campaign.lower(campaign.source());
        if (kind == SourceKind.AI || medium.equals("ai-assistant")) {
            return AI_ASSISTANT;
        } else if (kind == SourceKind.SOCIAL || SOCIAL_MEDIA.contains(medium)) {
            return ORGANIC_SOCIAL;
        } else if (kind == SourceKind.VIDEO || medium.contains("video")) {
            return ORGANIC_VIDEO;
        } else if (kind == SourceKind.SEARCH || medium.equals("organic")) {
            return ORGANIC_SEARCH;
        } else if (kind == SourceKind.EMAIL || EMAIL_WORDS.contains(medium) || EMAIL_WORDS.contains(from)) {
            return EMAIL;
        }
        return byMedium(source, medium, from);
    }

    private static Channel byMedium(@Nullable Source source, String medium, String from) {
        if (medium.equals("affiliate") || medium.equals("affiliates")) {
            return AFFILIATES;
        } else if (medium.equals("audio")) {
            return AUDIO;
        } else if (medium.equals("sms") || from.equals("sms")) {
            return SMS;
        } else if (medium.endsWith("push")
                || medium.contains("mobile")
                || medium.contains("notification")
                || from.equals("firebase")) {
            return MOBILE_PUSH;
        }
        return source != null || LINK_MEDIA.contains(medium) ? REFERRAL : DIRECT;
    }
}
