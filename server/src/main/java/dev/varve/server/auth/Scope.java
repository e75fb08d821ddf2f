package dev.varve.server.auth;

/** What a token authorises. */
public enum Scope {
    /** Sending readings and hits. */
    WRITE,
    /** Reading all data. */
    READ,
    /** Changing devices, sites and rules, and deleting; includes the other two. */
    ADMIN
}
