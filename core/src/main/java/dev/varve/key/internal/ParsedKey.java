package dev.varve.key.internal;

import dev.varve.key.Parts;
import java.time.Instant;

/** The content of an event's key: the values of its parts, and its clock at the precision of the key. */
public record ParsedKey(Parts parts, Instant clock) {}
