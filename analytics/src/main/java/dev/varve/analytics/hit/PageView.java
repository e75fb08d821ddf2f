package dev.varve.analytics.hit;

import java.time.Instant;

/**
 * A view of a page.
 *
 * @param traits stored flat: as attributes of the item itself
 */
public record PageView(
        String siteId, Instant at, String id, String visitorId, String hostname, String path, Traits traits)
        implements Hit {

    public static PageView of(HitKey key, String hostname, String path, Traits traits) {
        return new PageView(key.siteId(), key.at(), key.id(), key.visitorId(), hostname, path, traits);
    }

    /** Returns false: a single page view is a bounce, only a second one is not. */
    @Override
    public boolean interactive() {
        return false;
    }
}
