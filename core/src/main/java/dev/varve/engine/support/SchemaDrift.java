package dev.varve.engine.support;

import dev.varve.table.IndexSchema;
import dev.varve.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares an existing table with its declaration. */
public final class SchemaDrift {

    private SchemaDrift() {}

    /** Returns one sentence for each difference; empty if the table is as declared. */
    public static List<String> between(TableSchema declared, TableSchema existing) {
        List<String> differences = new ArrayList<>();
        compare(differences, "key", declared.key(), existing.key());
        compare(differences, "TTL attribute", declared.ttlAttribute(), existing.ttlAttribute());
        compare(differences, "change feed", declared.changes(), existing.changes());
        for (IndexSchema index : declared.indexes()) {
            existing.indexes().stream()
                    .filter(other -> other.name().equals(index.name()))
                    .findFirst()
                    .ifPresentOrElse(
                            other -> {
                                String what = "index " + index.name();
                                compare(differences, what + " key", index.key(), other.key());
                                compare(
                                        differences,
                                        what + " projection",
                                        names(declared, index),
                                        names(existing, other));
                            },
                            () -> differences.add("index " + index.name() + " is declared, but the table has none"));
        }
        for (IndexSchema other : existing.indexes()) {
            if (declared.indexes().stream().noneMatch(index -> index.name().equals(other.name()))) {
                differences.add("index " + other.name() + " is in the table, but not declared");
            }
        }
        return List.copyOf(differences);
    }

    private static String names(TableSchema schema, IndexSchema index) {
        return Objects.toString(schema.projected(index), "all");
    }

    private static void compare(
            List<String> differences, String what, @Nullable Object declared, @Nullable Object existing) {
        if (!Objects.equals(declared, existing)) {
            differences.add("%s is declared as %s, but the table has %s".formatted(what, declared, existing));
        }
    }
}
