package dev.varve.server.api.table;

import org.jspecify.annotations.Nullable;

/**
 * A kind of items.
 *
 * @param kind The name.
 * @param declaration The declaration, such as {@code series readings}.
 * @param partition The template of partition keys.
 * @param sort The template of sort keys; empty where there are none.
 * @param keepSeconds How long items are kept; null for ever.
 * @param source The kind that the items are computed from; null where they are written directly.
 */
public record KindJson(
        String kind,
        String declaration,
        String partition,
        String sort,
        @Nullable Long keepSeconds,
        @Nullable String source) {}
