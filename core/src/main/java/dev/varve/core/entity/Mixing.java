package dev.varve.core.entity;

import dev.varve.core.Rejected;
import dev.varve.core.key.EntityLayout;
import dev.varve.core.key.Layout;
import dev.varve.core.schema.Declaration;
import dev.varve.core.schema.IndexEntry;
import dev.varve.core.schema.Placement;
import dev.varve.core.schema.Schema;
import dev.varve.core.table.TableSchema;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which reads of entities by leading parts could return items of other kinds, and must therefore not be made. */
final class Mixing {

    private static final String TABLE = "";

    private final String entity;
    private final Map<String, String> others = new HashMap<>();

    Mixing(Schema schema, Entity<?> entity) {
        this.entity = entity.name();
        TableSchema table = schema.tableOf(entity);
        Placement own = entity.placements().get(0);
        for (Declaration declaration : schema.declarations()) {
            if (declaration == entity) {
                continue;
            }
            for (Placement placement : declaration.placements()) {
                if (!schema.tableOf(declaration, placement).equals(table)) {
                    continue;
                }
                String kind = placement.role() + " of " + declaration.name();
                compare(TABLE, entity.layout(), placement.layout(), kind);
                for (IndexEntry entry : own.indexes()) {
                    placement.indexes().stream()
                            .filter(other -> other.index().equals(entry.index()))
                            .forEach(other ->
                                    compare(entry.index(), (EntityLayout) entry.layout(), other.layout(), kind));
                }
            }
        }
    }

    private void compare(String where, EntityLayout layout, Layout other, String kind) {
        if (layout.mayReturn(other)) {
            others.putIfAbsent(where, kind);
        }
    }

    /** Refuses to read an index, or the table for null. */
    void requireNone(@Nullable String index) {
        String kind = others.get(index == null ? TABLE : index);
        if (kind != null) {
            throw new Rejected(
                    "entity.range-mixes",
                    "a read of %s%s by the parts its keys begin with can return %s: begin their sort templates with"
                                    .formatted(entity, index == null ? "" : " in index " + index, kind)
                            + " different words");
        }
    }
}
