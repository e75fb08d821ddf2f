package dev.varve.analytics.hit;

import java.time.Duration;
import java.time.Instant;

/** A page view or a custom event of a visitor. */
public sealed interface Hit permits PageView, CustomEvent {

    /** How long hits are kept; the rows of their statistics are kept longer. */
    Duration KEPT = Duration.ofDays(30);

    String siteId();

    /** Returns when the hit happened, in milliseconds. */
    Instant at();

    /** Returns the id, a ULID whose time is the clock; a repeated hit has the same id. */
    String id();

    /** Returns the visitor of this day, an irreversible hash. */
    String visitorId();

    /** Returns the host of the page. */
    String hostname();

    /** Returns the path of the page, without the query. */
    String path();

    Traits traits();

    /** Returns whether a session with this hit is not a bounce. */
    boolean interactive();
}
