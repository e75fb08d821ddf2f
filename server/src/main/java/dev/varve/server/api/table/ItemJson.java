package dev.varve.server.api.table;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An item.
 *
 * @param partition The partition key.
 * @param sort The sort key; empty where the table has none.
 * @param kind The kind; {@code internal} for bookkeeping of the library, null for an unknown key.
 * @param declaration The declaration of the kind; null for an unknown key.
 * @param parts The parts of the key by name.
 * @param bytes The size as DynamoDB counts it.
 * @param ttl The epoch second at which the item expires; null for never.
 * @param keepSeconds How long items of this kind are kept; null for ever.
 * @param attributes The other attributes. Long values are cut, secrets are hidden.
 */
public record ItemJson(
        String partition,
        String sort,
        @Nullable String kind,
        @Nullable String declaration,
        Map<String, String> parts,
        long bytes,
        @Nullable Long ttl,
        @Nullable Long keepSeconds,
        Map<String, @Nullable Object> attributes) {}
