package dev.varve.analytics.hit;

import java.time.Instant;

/** One thing a visitor did. */
public sealed interface Hit permits PageView, CustomEvent {

    String siteId();

    /** Returns when it happened, to the millisecond. */
    Instant at();

    /** Returns its ULID, whose time is the clock: a hit that is sent again is the same hit. */
    String id();

    /** Returns the visitor of this day, a hash that nobody can turn back. */
    String visitorId();

    /** Returns the host it happened on. */
    String hostname();

    /** Returns the path of the page it happened on, without query. */
    String path();

    Traits traits();

    /** Returns whether a visit with it is no bounce. */
    boolean interactive();
}
