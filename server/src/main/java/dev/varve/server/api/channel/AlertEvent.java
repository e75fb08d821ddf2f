package dev.varve.server.api.channel;

import dev.varve.server.api.EnumWord;

/** What happened to an alert. {@code escalated} means that the severity of an unresolved alert changed. */
public enum AlertEvent {
    OPENED,
    ESCALATED,
    RESOLVED;

    /** Returns the name in lower case. */
    public String word() {
        return EnumWord.of(this);
    }
}
