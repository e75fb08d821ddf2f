package dev.varve.analytics;

/** Why a valid hit is not stored. */
public enum DropReason {
    /** The user agent is that of a bot. */
    BOT("bots"),
    /** The visitor's browser sent {@code DNT: 1}. */
    DO_NOT_TRACK("doNotTrack"),
    /** The visitor's browser sent {@code Sec-GPC: 1}. */
    GLOBAL_PRIVACY_CONTROL("globalPrivacyControl"),
    /** An engagement event arrived half an hour or more after the session's last hit. */
    NO_SESSION("withoutVisit"),
    /** The sender exceeded the rate that a server allows; see {@link AnalyticsStore#countDropped}. */
    OVER_RATE("overRate");

    private final String attribute;

    DropReason(String attribute) {
        this.attribute = attribute;
    }

    /** Returns the attribute of {@link DroppedHits} that counts this reason. */
    String attribute() {
        return attribute;
    }
}
