package dev.varve.analytics;

/** How many hits of a site and a day in UTC were not stored, by the reason. */
public record DroppedHits(
        String siteId, String day, long bots, long doNotTrack, long globalPrivacyControl, long withoutVisit) {

    public long total() {
        return bots + doNotTrack + globalPrivacyControl + withoutVisit;
    }
}
