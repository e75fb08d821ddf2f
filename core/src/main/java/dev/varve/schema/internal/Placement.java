package dev.varve.schema.internal;

import dev.varve.key.internal.Layout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where items of one kind are stored.
 *
 * @param role what they are to their declaration: {@code events}, {@code current}, {@code entities}, {@code snapshots}
 * @param table the table, or null for the one their declaration is in
 * @param layout the keys of the items
 * @param indexes their places in indexes
 * @param attributes the attributes they hold, by the component stored there; keys and TTL are not among them
 * @param keep how long they are kept, or null for ever; what is not kept for ever needs a table with a TTL attribute
 * @param shared what all call the items who write them, each attributes of its own, or null where nobody else does
 */
public record Placement(
        String role,
        @Nullable String table,
        Layout layout,
        List<IndexEntry> indexes,
        Map<String, String> attributes,
        @Nullable Duration keep,
        @Nullable String shared) {

    public Placement {
        indexes = List.copyOf(indexes);
        attributes = Map.copyOf(attributes);
    }

    /** Places items that nobody else writes. */
    public Placement(
            String role,
            @Nullable String table,
            Layout layout,
            List<IndexEntry> indexes,
            Map<String, String> attributes,
            @Nullable Duration keep) {
        this(role, table, layout, indexes, attributes, keep, null);
    }

    /** Returns whether they have a time to live. */
    public boolean expires() {
        return keep != null;
    }
}
