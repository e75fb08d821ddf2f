package dev.varve.key;

/** What the values of a free part are. */
public enum PartType {
    /** Any text of at least one character. */
    TEXT,
    /** A number of at most 38 digits, written so that texts sort as the numbers do. */
    NUMBER
}
