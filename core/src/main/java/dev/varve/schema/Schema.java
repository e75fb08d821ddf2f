package dev.varve.schema;

import dev.varve.error.Rejected;
import dev.varve.item.ValueType;
import dev.varve.key.internal.SortType;
import dev.varve.schema.internal.DeclarationDiff;
import dev.varve.schema.internal.IndexEntry;
import dev.varve.schema.internal.Placement;
import dev.varve.schema.internal.Placements;
import dev.varve.schema.internal.SchemaRules;
import dev.varve.table.IndexSchema;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Projection;
import dev.varve.table.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The series and entities of one or several tables. The constructor checks that no two kinds of items can have the same
 * key, and that no read of one kind can return another.
 */
public final class Schema {

    private final Map<TableSchema, List<Declaration>> tables;

    private Schema(Map<TableSchema, List<Declaration>> tables) {
        this.tables = tables;
        SchemaRules.check(this);
    }

    /**
     * Returns the schema of a table with the keys {@code pk} and {@code sk} and the TTL attribute {@code ttl}. Each
     * index that the declarations name has the keys {@code NAMEpk} and {@code NAMEsk}.
     */
    public static Schema of(String table, Declaration... declarations) {
        return of(DerivedTable.of(table, List.of(declarations)), declarations);
    }

    public static Schema of(TableSchema table, Declaration... declarations) {
        return of(in(table, declarations));
    }

    /**
     * Returns the schema of several tables. A declaration may store items in another table, such as a series its
     * current records.
     */
    public static Schema of(Holding... holdings) {
        Map<TableSchema, List<Declaration>> tables = new LinkedHashMap<>();
        for (Holding holding : holdings) {
            if (tables.keySet().stream()
                    .anyMatch(table -> table.name().equals(holding.table().name()))) {
                throw new Rejected(
                        "schema.table-repeated",
                        "table %s is given twice: give all of its declarations at once"
                                .formatted(holding.table().name()));
            }
            tables.put(holding.table(), holding.declarations());
        }
        return new Schema(tables);
    }

    /** Returns the declarations of one table of several; none if only declarations of other tables write to it. */
    public static Holding in(TableSchema table, Declaration... declarations) {
        return new Holding(table, List.of(declarations));
    }

    /** A table and the declarations in it. */
    public record Holding(TableSchema table, List<Declaration> declarations) {
        public Holding {
            declarations = List.copyOf(declarations);
        }
    }

    public List<TableSchema> tables() {
        return List.copyOf(tables.keySet());
    }

    public List<Declaration> declarations() {
        return tables.values().stream().flatMap(List::stream).toList();
    }

    /** Returns the table of a declaration; refuses a declaration that is not part of this schema. */
    public TableSchema tableOf(Declaration declaration) {
        Declaration own = declared(declaration);
        for (Map.Entry<TableSchema, List<Declaration>> entry : tables.entrySet()) {
            if (entry.getValue().contains(own)) {
                return entry.getKey();
            }
        }
        throw notDeclared(declaration);
    }

    /**
     * Returns the declaration of this schema that equals the given one in name and settings. Two calls of a factory
     * method may build two equal objects. Refuses an unknown declaration, and lists the differences of one with other
     * settings.
     */
    @SuppressWarnings("unchecked") // Declarations of one class and record have the same type arguments.
    public <D extends Declaration> D declared(D declaration) {
        for (List<Declaration> declarations : tables.values()) {
            for (Declaration own : declarations) {
                if (own == declaration) {
                    return declaration;
                }
                if (own.name().equals(declaration.name())) {
                    requireSame(declaration, own);
                    return (D) own;
                }
            }
        }
        throw notDeclared(declaration);
    }

    private static void requireSame(Declaration declaration, Declaration own) {
        List<String> differences = DeclarationDiff.between(declaration, own);
        if (!differences.isEmpty()) {
            throw new Rejected(
                    "schema.declared-otherwise",
                    "%s is not declared as in this database: %s. Use the declaration that the database was opened with, or"
                                    .formatted(declaration, String.join("; ", differences))
                            + " an equal one");
        }
    }

    private Rejected notDeclared(Declaration declaration) {
        return new Rejected(
                "schema.not-declared",
                "%s is not part of this schema; it has %s. Add it where the database is opened"
                        .formatted(
                                declaration.name(),
                                declarations().stream().map(Declaration::name).toList()));
    }

    /** Returns the table with this name; refuses an unknown name. */
    public TableSchema table(String name) {
        return tables.keySet().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Rejected(
                        "schema.table-unknown",
                        "the schema has no table %s; it has %s"
                                .formatted(
                                        name,
                                        tables.keySet().stream()
                                                .map(TableSchema::name)
                                                .toList())));
    }

    /** Returns a readable description of each table and its declarations. */
    public String describe() {
        return tables.entrySet().stream()
                .map(entry -> Stream.concat(
                                Stream.of("table " + entry.getKey().name() + " "
                                        + entry.getKey().key()),
                                entry.getValue().stream().map(Declaration::describe))
                        .collect(Collectors.joining("\n\n")))
                .collect(Collectors.joining("\n\n"));
    }

    /** Derives the table of declarations that do not name one. */
    private static final class DerivedTable {

        static TableSchema of(String name, List<Declaration> declarations) {
            List<Placement> placements = declarations.stream()
                    .flatMap(declaration -> Placements.of(declaration).stream())
                    .filter(placement -> placement.table() == null)
                    .toList();
            SortType sort = placements.isEmpty()
                    ? SortType.TEXT
                    : placements.get(0).layout().sortType();
            List<IndexSchema> indexes = new ArrayList<>();
            for (Placement placement : placements) {
                for (IndexEntry entry : placement.indexes()) {
                    if (indexes.stream().noneMatch(index -> index.name().equals(entry.index()))) {
                        indexes.add(index(entry));
                    }
                }
            }
            TableSchema.Builder builder = TableSchema.named(name);
            indexes.forEach(builder::index);
            if (sort == SortType.NUMBER) {
                builder.sort("sk", ValueType.NUMBER);
            } else if (sort == SortType.NONE) {
                builder.withoutSort();
            }
            return builder.build();
        }

        private static IndexSchema index(IndexEntry entry) {
            KeyAttribute partition = new KeyAttribute(entry.index() + "pk", ValueType.TEXT);
            KeyAttribute sort = switch (entry.layout().sortType()) {
                case NONE -> null;
                case NUMBER -> new KeyAttribute(entry.index() + "sk", ValueType.NUMBER);
                case TEXT -> new KeyAttribute(entry.index() + "sk", ValueType.TEXT);
            };
            return new IndexSchema(entry.index(), new KeySchema(partition, sort), Projection.all());
        }
    }
}
