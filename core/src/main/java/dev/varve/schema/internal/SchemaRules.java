package dev.varve.schema.internal;

import dev.varve.error.Rejected;
import dev.varve.item.ValueType;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.key.internal.SortType;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rules that keep the items of different declarations of a schema apart. */
public final class SchemaRules {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");

    /** Items of one kind in one table or index, with their declaration. */
    private record Resident(
            Declaration owner,
            String role,
            Layout layout,
            @Nullable Placement placement,
            boolean isShared) {

        /** Returns whether two declarations write the same items on purpose; refuses two that cannot share them. */
        boolean isSharedWith(Resident other) {
            if (placement == null || other.placement == null || !SharedItems.areMeant(placement, other.placement)) {
                return false;
            }
            boolean mayCollide = placement.layout().mayCollide(other.placement.layout());
            if (mayCollide) {
                SharedItems.check(
                        new SharedItems.Writer(toString(), placement),
                        new SharedItems.Writer(other.toString(), other.placement));
            }
            return mayCollide;
        }

        @Override
        public String toString() {
            return role + " of " + owner.name();
        }
    }

    private SchemaRules() {}

    public static void check(Schema schema) {
        checkNames(schema.declarations());
        for (TableSchema table : schema.tables()) {
            List<Resident> residents = new ArrayList<>();
            for (Declaration declaration : schema.declarations()) {
                for (Placement placement : Placements.of(declaration)) {
                    if (placement.tableIn(schema, declaration).equals(table)) {
                        checkFits(table, declaration, placement);
                        residents.add(
                                new Resident(declaration, placement.role(), placement.layout(), placement, false));
                    }
                }
            }
            residents.addAll(Bookkeeping.residents(schema, table).entrySet().stream()
                    .map(entry -> new Resident(new Bookkeeping(), entry.getKey(), entry.getValue(), null, false))
                    .toList());
            checkApart("table " + table.name(), residents);
            table.indexes().forEach(index -> checkIndex(schema, table, index.name()));
        }
    }

    private static void checkNames(List<Declaration> declarations) {
        Set<String> names = new HashSet<>();
        for (Declaration declaration : declarations) {
            if (!NAME.matcher(declaration.name()).matches()) {
                throw new Rejected(
                        "schema.name",
                        "\"%s\" cannot be a name: use 1 to 64 letters, digits, '_', '-' and '.', a letter first"
                                .formatted(declaration.name()));
            }
            if (!names.add(declaration.name())) {
                throw new Rejected(
                        "schema.name-repeated",
                        "two declarations are named %s: name one of them with named(…)".formatted(declaration.name()));
            }
        }
    }

    private static void checkFits(TableSchema table, Declaration declaration, Placement placement) {
        String what = "%s of %s".formatted(placement.role(), declaration.name());
        checkKey(what, "table " + table.name(), table.key(), placement.layout());
        for (IndexEntry entry : placement.indexes()) {
            checkKey(
                    what,
                    "index %s of table %s".formatted(entry.index(), table.name()),
                    table.index(entry.index()).key(),
                    entry.layout());
        }
        if (placement.expires() && table.ttlAttribute() == null) {
            throw new Rejected(
                    "schema.no-ttl",
                    "%s expire, and table %s has no TTL attribute: name one with TableSchema's ttl(…), or keep them for ever"
                            .formatted(what, table.name()));
        }
        placement.attributes().forEach((component, attribute) -> {
            if (attribute.equals(table.ttlAttribute())) {
                throw new Rejected(
                        "schema.ttl-clash",
                        "component %s of %s is stored in attribute \"%s\", which is the TTL attribute of table %s:"
                                        .formatted(component, what, attribute, table.name())
                                + " rename the attribute with RecordOptions.rename, or name another TTL attribute");
            }
            checkKeyAttribute(table, what, placement, component, attribute);
        });
    }

    /** Refuses a component in a key attribute, unless the key consists of this component alone and can be read back. */
    private static void checkKeyAttribute(
            TableSchema table, String what, Placement placement, String component, String attribute) {
        String alone = "{" + component + "}";
        KeyAttribute sort = table.key().sort();
        boolean isKey = table.key().contains(attribute);
        boolean isWhole = table.key().partition().name().equals(attribute)
                ? placement.layout().partitions().stream().allMatch(alone::equals)
                : sort != null
                        && placement.layout().sorts().stream()
                                .allMatch(text -> text.equals(alone) || text.equals("{" + component + ":epoch}"));
        boolean isIndexKey =
                table.indexes().stream().anyMatch(index -> index.key().contains(attribute));
        if ((isKey && !isWhole) || (isIndexKey && !isKey)) {
            throw new Rejected(
                    "schema.attribute-is-key",
                    "component %s of %s is stored in attribute \"%s\", which is a key of table %s: rename the attribute"
                                    .formatted(component, what, attribute, table.name())
                            + " with RecordOptions.rename"
                            + (isKey ? ", or let the key be %s alone".formatted(alone) : ""));
        }
    }

    private static void checkKey(String what, String where, KeySchema key, Layout layout) {
        SortType declared = key.sort() == null
                ? SortType.NONE
                : key.sort().type() == ValueType.NUMBER ? SortType.NUMBER : SortType.TEXT;
        if (key.partition().type() != ValueType.TEXT || layout.sortType() != declared) {
            throw new Rejected(
                    "schema.key-types",
                    "%s write a partition of type TEXT and a sort key of type %s; %s has %s"
                            .formatted(what, layout.sortType(), where, key));
        }
    }

    private static void checkIndex(Schema schema, TableSchema table, String index) {
        List<Resident> residents = new ArrayList<>();
        for (Declaration declaration : schema.declarations()) {
            for (Placement placement : Placements.of(declaration)) {
                if (placement.tableIn(schema, declaration).equals(table)) {
                    placement.indexes().stream()
                            .filter(entry -> entry.index().equals(index))
                            .forEach(entry -> residents.add(new Resident(
                                    declaration, placement.role(), entry.layout(), placement, entry.isShared())));
                }
            }
        }
        checkApart("index %s of table %s".formatted(index, table.name()), residents);
    }

    private static void checkApart(String where, List<Resident> residents) {
        for (int i = 0; i < residents.size(); i++) {
            for (int j = 0; j < residents.size(); j++) {
                boolean isAnyOrder =
                        residents.get(i).isShared() && residents.get(j).isShared();
                if (isAnyOrder || (i != j && residents.get(i).isSharedWith(residents.get(j)))) {
                    continue;
                }
                if (i < j
                        && residents.get(i).layout().mayCollide(residents.get(j).layout())) {
                    throw collision(where, residents.get(i), residents.get(j));
                }
                if (i != j
                        && !residents.get(i).isShared()
                        && residents.get(i).layout() instanceof SeriesLayout series
                        && series.mayReturn(residents.get(j).layout())) {
                    throw mixed(where, residents.get(i), residents.get(j));
                }
            }
        }
    }

    private static Rejected collision(String where, Resident one, Resident other) {
        String code = isVersioned(one, other) || isVersioned(other, one) ? "series.versioned" : "schema.keys-collide";
        return new Rejected(
                code,
                "%s: %s (%s) and %s (%s) can have the same key: begin their sort templates with different words"
                        .formatted(where, one, keys(one.layout()), other, keys(other.layout())));
    }

    /**
     * Returns whether an entity with versions shares the item of a current record: one is ordered by the caller's
     * clock, the other by the database.
     */
    private static boolean isVersioned(Resident entity, Resident current) {
        return current.role().equals("current")
                && Placements.of(entity.owner()).stream()
                        .anyMatch(placement -> placement.role().equals("snapshots"));
    }

    private static Rejected mixed(String where, Resident one, Resident other) {
        return new Rejected(
                "schema.range-mixes",
                "%s: a read of %s (%s) can return %s (%s): begin their sort templates with different words"
                        .formatted(where, one, keys(one.layout()), other, keys(other.layout())));
    }

    private static String keys(Layout layout) {
        return Stream.concat(
                        layout.partitions().stream().limit(1),
                        layout.sorts().stream().limit(1))
                .filter(Objects::nonNull)
                .map(template -> '"' + template + '"')
                .reduce((partition, sort) -> partition + " / " + sort)
                .orElse("");
    }

    /** The items that belong to no declaration: schema items, the state of feed consumers, and journals. */
    private record Bookkeeping() implements Declaration {

        static Map<String, Layout> residents(Schema schema, TableSchema table) {
            Map<String, Layout> residents = new HashMap<>();
            if (SchemaItem.isIn(schema, table)) {
                residents.put("the schema item", SchemaItem.layout(table));
            }
            if (table.key().sort() != null && table.key().sort().type() == ValueType.TEXT) {
                residents.put("the checkpoint of consumers", Layout.entity("FEED#{name}", "POSITION"));
                residents.put("the dead letters of consumers", Layout.entity("FEED#{name}", "PARKED#{number}"));
                packed(schema, table).forEach(series -> addJournals(residents, series));
            }
            return residents;
        }

        /** Returns the names of the packed series in this table, which may keep their journals there as well. */
        private static List<String> packed(Schema schema, TableSchema table) {
            return schema.declarations().stream()
                    .filter(declaration -> declaration.facts().containsKey("packed")
                            && schema.tableOf(declaration).equals(table))
                    .map(Declaration::name)
                    .toList();
        }

        private static void addJournals(Map<String, Layout> residents, String series) {
            String journals = "JOURNAL#" + series;
            residents.put("the writers of " + series, Layout.entity(journals, "WRITER#{writer}"));
            residents.put("the journals of " + series, Layout.entity(journals + "#{writer}", "{record}"));
            residents.put("the large records of " + series, Layout.entity(journals + "#{writer}", "{record}#{part}"));
        }

        @Override
        public String name() {
            return "the schema";
        }

        @Override
        public Map<String, String> facts() {
            return Map.of();
        }

        @Override
        public Map<String, @Nullable Object> definition() {
            return Map.of();
        }

        @Override
        public String describe() {
            return "";
        }
    }
}
