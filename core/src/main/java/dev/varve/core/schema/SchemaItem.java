package dev.varve.core.schema;

import dev.varve.core.Rejected;
import dev.varve.core.item.Item;
import dev.varve.core.item.Value;
import dev.varve.core.key.EntityLayout;
import dev.varve.core.key.Layout;
import dev.varve.core.key.LayoutKey;
import dev.varve.core.key.Parts;
import dev.varve.core.key.SeriesLayout;
import dev.varve.core.table.AttributePath;
import dev.varve.core.table.Get;
import dev.varve.core.table.Key;
import dev.varve.core.table.Put;
import dev.varve.core.table.Table;
import dev.varve.core.table.TableSchema;
import dev.varve.core.table.WriteResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The record of a declaration in its table: what stored items depend on, so that a declaration that cannot read them is
 * refused when a database is opened, and not when the first item is misread.
 */
public final class SchemaItem {

    private static final String FACTS = "facts";

    private SchemaItem() {}

    /** Returns whether the declarations of a schema are recorded in this table: in its first. */
    static boolean isIn(Schema schema, TableSchema table) {
        return schema.tables().get(0).equals(table);
    }

    static Layout layout(TableSchema table) {
        if (table.key().sort() == null) {
            return Layout.entity("SCHEMA#{name}");
        }
        return switch (table.key().sort().type()) {
            case NUMBER ->
                Layout.series("at").keys("SCHEMA#{name}", "{at:epoch}").build();
            default -> Layout.entity("SCHEMA#{name}", "SCHEMA");
        };
    }

    private static Key key(TableSchema table, Declaration declaration) {
        Layout layout = layout(table);
        Parts name = Parts.of("name", declaration.name());
        LayoutKey key = layout instanceof EntityLayout entity
                ? entity.write(name)
                : ((SeriesLayout) layout).write(name, Instant.EPOCH);
        return Key.of(key);
    }

    /** Records a declaration, or refuses it where the one recorded before contradicts it. */
    public static CompletableFuture<Void> record(Table table, Declaration declaration, Instant now) {
        Key key = key(table.schema(), declaration);
        return table.get(Get.of(key).consistent()).thenCompose(found -> {
            Value stored = found.find().map(item -> item.value(FACTS)).orElse(null);
            Map<String, String> facts = new TreeMap<>(declaration.facts());
            if (stored != null) {
                Map<String, String> before = read(stored);
                refuseDifferences(declaration, before, facts);
                Set<String> added = new TreeSet<>(facts.keySet());
                added.removeAll(before.keySet());
                if (added.isEmpty()) {
                    return CompletableFuture.completedFuture(null);
                }
                declaration.checkNewFacts(added, now);
            }
            return write(table, key, stored, facts)
                    .thenCompose(written -> written.isWritten()
                            ? CompletableFuture.completedFuture(null)
                            // Another process recorded something meanwhile: compare with that.
                            : record(table, declaration, now));
        });
    }

    private static CompletableFuture<WriteResult> write(
            Table table, Key key, @Nullable Value stored, Map<String, String> facts) {
        Map<String, Value> values = new TreeMap<>();
        facts.forEach((name, text) -> values.put(name, Value.of(text)));
        Item item = table.schema().keyed(key, Item.of(FACTS, new Value.MapOf(values)));
        return table.put(Put.of(item)
                .when(
                        stored == null
                                ? AttributePath.attr(FACTS).absent()
                                : AttributePath.attr(FACTS).is(stored)));
    }

    private static Map<String, String> read(Value stored) {
        Map<String, String> facts = new TreeMap<>();
        if (stored instanceof Value.MapOf map) {
            map.values().forEach((name, value) -> {
                if (value instanceof Value.Text text) {
                    facts.put(name, text.value());
                }
            });
        }
        return facts;
    }

    private static void refuseDifferences(
            Declaration declaration, Map<String, String> before, Map<String, String> facts) {
        List<String> differences = new ArrayList<>();
        before.forEach((name, text) -> {
            if (!text.equals(facts.get(name))) {
                differences.add("%s was %s, is now %s".formatted(name, text, facts.getOrDefault(name, "gone")));
            }
        });
        if (!differences.isEmpty()) {
            throw new Rejected(
                    "schema.incompatible",
                    "%s cannot read what its table holds: %s. Keep what was declared and open a new epoch with"
                                    .formatted(declaration.name(), String.join("; ", differences))
                            + " since(…), or store it under another name");
        }
    }
}
