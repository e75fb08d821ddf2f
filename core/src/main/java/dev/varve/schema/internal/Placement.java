package dev.varve.schema.internal;

import dev.varve.key.internal.Layout;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The place where items of one kind are stored.
 *
 * @param role the kind of items: {@code events}, {@code current}, {@code entities}, {@code snapshots}
 * @param table the table, or null for that of the declaration
 * @param layout the keys of the items
 * @param indexes their places in indexes
 * @param attributes the attributes by component, without keys and TTL
 * @param keep how long they are kept, or null for ever; items that expire need a table with a TTL attribute
 * @param shared the common name of items that several declarations write, each with its own attributes, or null if no
 *     other declaration writes them
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

    /** Places items that no other declaration writes. */
    public Placement(
            String role,
            @Nullable String table,
            Layout layout,
            List<IndexEntry> indexes,
            Map<String, String> attributes,
            @Nullable Duration keep) {
        this(role, table, layout, indexes, attributes, keep, null);
    }

    /** Returns the table of these items, which are those of a declaration. */
    public TableSchema tableIn(Schema schema, Declaration declaration) {
        return table == null ? schema.tableOf(declaration) : schema.table(table);
    }

    /** Returns whether the items expire. */
    public boolean expires() {
        return keep != null;
    }
}
