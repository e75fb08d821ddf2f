package dev.varve.server.table;

import dev.varve.item.ValueType;
import dev.varve.key.internal.Layout;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.schema.internal.Placement;
import dev.varve.schema.internal.Placements;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.block.StoredBlocks;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import dev.varve.table.internal.LayoutKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The kinds of the items of one table, found by their keys. */
final class ItemKinds {

    private static final String ROWS = " rows";
    private static final String OF_GROUP = ROWS + " of group ";

    /** An item with its kind and the parts of its key. */
    record Found(ItemKind kind, Map<String, String> parts) {}

    private final Map<String, ItemKind> declared = new LinkedHashMap<>();
    private final List<ItemKind> internal = new ArrayList<>();
    private final List<ItemKind> all = new ArrayList<>();

    ItemKinds(Schema schema, TableSchema table) {
        for (Declaration declaration : schema.declarations()) {
            String finer = declaration.name();
            for (Placement placement : Placements.of(declaration)) {
                ItemKind kind = kind(declaration, placement, finer);
                finer = isTier(placement) ? kind.name() : finer;
                if (placement.tableIn(schema, declaration).equals(table)) {
                    add(kind);
                }
            }
        }
        bookkeeping(table);
        all.addAll(declared.values());
        all.addAll(internal);
    }

    private void add(ItemKind kind) {
        if (kind.isInternal()) {
            internal.add(kind);
        } else {
            // Items that several declarations share are one kind.
            declared.putIfAbsent(kind.name(), kind);
        }
    }

    private static boolean isTier(Placement placement) {
        return placement.role().endsWith(ROWS);
    }

    /**
     * @param finer the kind that rows of the next tier are computed from
     */
    private static ItemKind kind(Declaration declaration, Placement placement, String finer) {
        String name = declaration.name();
        String what = (declaration instanceof Series ? "series " : "entity ") + name;
        String role = placement.role();
        int group = role.indexOf(OF_GROUP);
        if (isTier(placement)) {
            return rows(placement, tier(name, placement), finer);
        } else if (group >= 0) {
            String tier = name + " " + role.substring(0, group);
            return rows(placement, tier + " by " + role.substring(group + OF_GROUP.length()), tier);
        }
        return switch (role) {
            case "events", "entities" ->
                new ItemKind(name, what, placement.layout(), placement.keep(), null, blocks(declaration));
            case "current", "snapshots" ->
                new ItemKind(name + " " + role, what + ", " + role, placement.layout(), placement.keep(), null);
            default -> internal(role + " of " + name, placement.layout());
        };
    }

    private static @Nullable StoredBlocks blocks(Declaration declaration) {
        return declaration instanceof Series<?> series ? SeriesAccess.instance().blocks(series) : null;
    }

    private static String tier(String series, Placement placement) {
        String word = placement.role().substring(0, placement.role().length() - ROWS.length());
        return (placement.shared() == null ? series : placement.shared()) + " " + word;
    }

    private static ItemKind rows(Placement placement, String name, String source) {
        return new ItemKind(name, "rollup " + name, placement.layout(), placement.keep(), source);
    }

    /** Adds the library's own kinds: schema items, checkpoints, dead letters and journals. */
    private void bookkeeping(TableSchema table) {
        boolean hasTextSort = table.key().sort() != null && table.key().sort().type() == ValueType.TEXT;
        if (hasTextSort) {
            internal.add(internal("schema item", Layout.entity("SCHEMA#{name}", "SCHEMA")));
            internal.add(internal("checkpoint", Layout.entity("FEED#{name}", "POSITION")));
            internal.add(internal("checkpoint of rules", Layout.entity("FEED#RULES#{series}#{page}", "CHECKPOINT")));
            internal.add(internal("dead letter", Layout.entity("FEED#{name}", "PARKED#{number}")));
            internal.add(internal("positions in journals", Layout.entity("FEED#", "JOURNAL#{series}")));
            internal.add(internal("positions in journals", Layout.entity("FEED#", "JOURNALS#{series}#{consumer}")));
            internal.add(internal("writer of a journal", Layout.entity("JOURNAL#{series}", "WRITER#{writer}")));
            internal.add(internal("part of a journal", Layout.entity("JOURNAL#{series}#{writer}", "{record}#{part}")));
            internal.add(internal("record of a journal", Layout.entity("JOURNAL#{series}#{writer}", "{record}")));
        } else if (table.key().sort() == null) {
            internal.add(internal("schema item", Layout.entity("SCHEMA#{name}")));
        }
    }

    private static ItemKind internal(String what, Layout layout) {
        return new ItemKind(ItemKind.INTERNAL, what, layout, null, null);
    }

    /** Returns the declared kinds, in the order of the declarations. */
    List<ItemKind> declared() {
        return List.copyOf(declared.values());
    }

    /** Returns the kinds that may be in this partition. */
    List<ItemKind> in(String partition) {
        return all.stream().filter(kind -> kind.mayBeIn(partition)).toList();
    }

    /** Returns the item's kind, or empty if its key is not declared. */
    Optional<Found> find(Key key) {
        return LayoutKeys.written(key)
                .flatMap(written -> all.stream()
                        .flatMap(kind -> kind.parts(written).map(parts -> new Found(kind, parts)).stream())
                        .findFirst());
    }

    /** Returns the kind with this key, or null. */
    @Nullable
    ItemKind of(Key key) {
        return find(key).map(Found::kind).orElse(null);
    }
}
