package dev.varve.schema.internal;

import dev.varve.error.Rejected;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.table.TableSchema;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Refuses reads by leading parts that could return items of other kinds. */
public final class MixedReadCheck {

    private static final String TABLE = "";

    private final String reader;
    private final Map<String, String> others = new HashMap<>();

    /**
     * Compares items of one kind, whose layout has no clock, with all other kinds in their table and indexes.
     *
     * @param own where the items are stored
     */
    public MixedReadCheck(Schema schema, Declaration reader, Placement own) {
        this.reader = reader.name();
        TableSchema table = own.tableIn(schema, reader);
        for (Declaration declaration : schema.declarations()) {
            for (Placement placement : Placements.of(declaration)) {
                if (placement.equals(own)
                        || !placement.tableIn(schema, declaration).equals(table)) {
                    continue;
                }
                // Snapshots of an entity share its key prefix; an attribute distinguishes them.
                if (declaration != reader || !placement.role().equals("snapshots")) {
                    compare(own, placement, placement.role() + " of " + declaration.name());
                }
            }
        }
    }

    private void compare(Placement own, Placement other, String kind) {
        compare(TABLE, (EntityLayout) own.layout(), other.layout(), kind);
        for (IndexEntry entry : own.indexes()) {
            other.indexes().stream()
                    .filter(candidate -> candidate.index().equals(entry.index()))
                    .forEach(candidate ->
                            compare(entry.index(), (EntityLayout) entry.layout(), candidate.layout(), kind));
        }
    }

    private void compare(String where, EntityLayout layout, Layout other, String kind) {
        if (layout.mayReturn(other)) {
            others.putIfAbsent(where, kind);
        }
    }

    /** Refuses a read of an index, or of the table for null, that could return items of other kinds. */
    public void requireNone(@Nullable String index) {
        String kind = others.get(index == null ? TABLE : index);
        if (kind != null) {
            throw new Rejected(
                    "entity.range-mixes",
                    "a read of %s%s by leading parts can return %s: begin their sort templates with"
                                    .formatted(reader, index == null ? "" : " in index " + index, kind)
                            + " different words");
        }
    }
}
