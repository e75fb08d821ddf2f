package dev.varve.analytics.enrich;

import org.jspecify.annotations.Nullable;

/**
 * The source of a session.
 *
 * @param name the common name: {@code Google}, {@code example.org}
 * @param kind the kind of source, or null if unknown
 */
public record Source(String name, @Nullable SourceKind kind) {}
