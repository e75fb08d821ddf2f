package dev.varve.server.api.table;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
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
 * @param block The events that a block of a packed series holds; absent for any other item.
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
        Map<String, @Nullable Object> attributes,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Block block) {

    /**
     * The events of a block.
     *
     * @param events The number of events.
     * @param first The clock of the first event.
     * @param last The clock of the last event.
     */
    public record Block(int events, Instant first, Instant last) {}
}
