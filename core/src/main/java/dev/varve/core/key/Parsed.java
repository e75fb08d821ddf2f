package dev.varve.core.key;

import java.time.Instant;

/** What the key of an event says: the values of its free parts and its clock, as far as the key holds it. */
public record Parsed(Parts parts, Instant clock) {}
