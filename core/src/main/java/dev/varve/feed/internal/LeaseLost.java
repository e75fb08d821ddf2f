package dev.varve.feed.internal;

import dev.varve.error.Unavailable;

/** Another process has taken over the lease; this one must stop working on the feed. */
public final class LeaseLost extends Unavailable {

    private static final long serialVersionUID = 1L;

    LeaseLost(String message) {
        super("feed.lease-lost", message);
    }
}
