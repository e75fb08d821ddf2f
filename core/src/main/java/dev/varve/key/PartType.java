package dev.varve.key;

/** The type of a key part. */
public enum PartType {
    /** Any text of at least one character. */
    TEXT,
    /** A number of at most 38 digits, encoded so that keys sort by its value. */
    NUMBER
}
