package dev.varve.analytics.enrich;

import org.jspecify.annotations.Nullable;

/**
 * The place a visit came from.
 *
 * @param name what people call it: {@code Google}, {@code example.org}
 * @param kind what kind of place it is, or null where that is not known
 */
public record Source(String name, @Nullable SourceKind kind) {}
