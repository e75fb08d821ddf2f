package dev.varve.analytics;

import org.jspecify.annotations.Nullable;

/**
 * {@link DroppedHits} as they are stored.
 *
 * @param overRate null in items of earlier versions
 */
record StoredDrops(
        String siteId,
        String day,
        long bots,
        long doNotTrack,
        long globalPrivacyControl,
        long withoutVisit,
        @Nullable Long overRate) {

    DroppedHits counts() {
        return new DroppedHits(
                siteId, day, bots, doNotTrack, globalPrivacyControl, withoutVisit, overRate == null ? 0 : overRate);
    }
}
