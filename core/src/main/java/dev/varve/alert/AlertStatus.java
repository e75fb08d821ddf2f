package dev.varve.alert;

/** Where an alert is in its life; stored in lower case. */
public enum AlertStatus {
    /** Nobody has looked at it yet. */
    OPEN,
    /** Somebody has, and what it is about goes on. */
    ACKNOWLEDGED,
    /** It is over: its rule's clear condition held, or somebody said so. */
    RESOLVED
}
