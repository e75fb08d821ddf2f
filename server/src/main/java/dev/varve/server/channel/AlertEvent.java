package dev.varve.server.channel;

import java.util.Locale;

/** What happened to an alert. */
public enum AlertEvent {
    OPENED,
    /** The severity of an unresolved alert changed. */
    ESCALATED,
    RESOLVED;

    /** Returns the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
