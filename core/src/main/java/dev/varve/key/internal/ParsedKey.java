package dev.varve.key.internal;

import dev.varve.key.Parts;
import java.time.Instant;

/** What the key of an event says: the values of its free parts and its clock, as far as the key holds it. */
public record ParsedKey(Parts parts, Instant clock) {}
