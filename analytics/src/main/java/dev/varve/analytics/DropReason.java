package dev.varve.analytics;

/** Why a hit is not stored though nothing is wrong with it. */
public enum DropReason {
    /** The user agent is that of a program that fetches pages for no reader. */
    BOT("bots"),
    /** The visitor's browser sent {@code DNT: 1}. */
    DO_NOT_TRACK("doNotTrack"),
    /** The visitor's browser sent {@code Sec-GPC: 1}. */
    GLOBAL_PRIVACY_CONTROL("globalPrivacyControl"),
    /** It tells that a page is still looked at, half an hour or more after the visit's last hit. */
    NO_VISIT("withoutVisit");

    private final String attribute;

    DropReason(String attribute) {
        this.attribute = attribute;
    }

    /** Returns the attribute of {@link DroppedHits} that counts it. */
    String attribute() {
        return attribute;
    }
}
