package dev.varve.server.auth;

/** What a token is good for. */
public enum Scope {
    /** To send readings and hits. */
    WRITE,
    /** To ask for anything that is shown. */
    READ,
    /** To change devices, sites and rules, and to erase; holds the other two. */
    ADMIN
}
