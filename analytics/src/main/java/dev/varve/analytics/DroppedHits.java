package dev.varve.analytics;

/** The number of dropped hits of a site on a day in UTC, by {@linkplain DropReason reason}. */
public record DroppedHits(
        String siteId,
        String day,
        long bots,
        long doNotTrack,
        long globalPrivacyControl,
        long withoutVisit,
        long overRate) {

    public long total() {
        return bots + doNotTrack + globalPrivacyControl + withoutVisit + overRate;
    }
}
