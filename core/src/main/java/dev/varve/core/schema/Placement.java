package dev.varve.core.schema;

import dev.varve.core.key.Layout;
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
 * @param expires whether they have a time to live, so that their table needs a TTL attribute
 * @param sharing with whom the items are shared, or null where nobody else writes them
 */
public record Placement(
        String role,
        @Nullable String table,
        Layout layout,
        List<IndexEntry> indexes,
        Map<String, String> attributes,
        boolean expires,
        @Nullable Sharing sharing) {

    /**
     * Items that several declarations write, each attributes of its own.
     *
     * @param items what all who write them call them
     * @param keep how long they are kept, or null for ever
     */
    public record Sharing(String items, @Nullable Duration keep) {}

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
            boolean expires) {
        this(role, table, layout, indexes, attributes, expires, null);
    }
}
