package dev.varve.schema.internal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.table.Condition;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.PageToken;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The item that records a declaration in its table, with the facts that stored items depend on. Opening a database
 * refuses a declaration that could not read the stored items. If a new declaration must backfill items first, the
 * progress of the backfill is recorded here, so that no process uses the items before it is complete.
 */
public final class SchemaItem {

    private static final String FACTS = "facts";

    /** The name of the table that the item was written to. A copy of the database has another name. */
    private static final String TABLE = "table";

    /** Present while items are backfilled; holds the progress. */
    private static final String FILLING = "filling";

    private static final String AFTER = "after";

    private final Table table;
    private final Key key;
    private final Declaration declaration;
    private final Map<String, String> facts;
    private final Value factsValue;

    private SchemaItem(OpenSchema open, Declaration declaration) {
        this.table = open.table(open.schema().tables().get(0).name());
        this.key = key(table.schema(), declaration);
        this.declaration = declaration;
        this.facts = StorageFacts.of(open.schema(), declaration);
        Map<String, Value> values = new TreeMap<>();
        facts.forEach((name, text) -> values.put(name, Value.of(text)));
        this.factsValue = new Value.MapOf(values);
    }

    /** Returns whether this table records the declarations of a schema: the first table does. */
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
        return LayoutKeys.key(key);
    }

    /**
     * Records a declaration, or refuses it if it contradicts the recorded one. Returns the backfill that must complete
     * before the declaration is used, if one is needed.
     */
    public static CompletableFuture<Optional<Fill>> record(OpenSchema open, Declaration declaration) {
        return new SchemaItem(open, declaration).record(open.clock().instant());
    }

    private CompletableFuture<Optional<Fill>> record(Instant now) {
        return table.get(Get.of(key).consistent()).thenCompose(found -> {
            Item stored = found.find().orElse(Item.empty());
            Value filling = stored.value(FILLING);
            if (stored.has(FACTS)) {
                filling = check(stored, now) ? start() : filling;
            }
            @Nullable Value state = filling;
            Item item = item(state);
            if (item.equals(stored)) {
                return CompletableFuture.completedFuture(fill(state));
            }
            return table.put(Put.of(item).when(isStill(stored)))
                    .thenCompose(written -> written.isWritten()
                            ? CompletableFuture.completedFuture(fill(state))
                            // Another process recorded a declaration meanwhile: compare with that one.
                            : record(now));
        });
    }

    /** Refuses contradictions; returns whether items must be backfilled, from the first one on. */
    private boolean check(Item stored, Instant now) {
        Map<String, String> before = read(stored.value(FACTS));
        Value writtenTo = stored.value(TABLE);
        if (writtenTo != null && !writtenTo.equals(Value.of(table.schema().name()))) {
            before.keySet().removeIf(StorageFacts::isTable);
        }
        CompatibilityCheck changes = new CompatibilityCheck(declaration, before, facts);
        changes.check();
        Set<String> added = changes.added();
        if (!added.isEmpty()) {
            declaration.checkNewFacts(added, now);
        }
        return declaration.needsFill(before);
    }

    private Item item(@Nullable Value filling) {
        Item item =
                Item.of(FACTS, factsValue).with(TABLE, Value.of(table.schema().name()));
        return table.schema().keyed(key, filling == null ? item : item.with(FILLING, filling));
    }

    private static Condition isStill(Item stored) {
        Condition condition = Condition.always();
        for (String name : new String[] {FACTS, TABLE, FILLING}) {
            Value value = stored.value(name);
            condition = condition.and(
                    value == null ? attr(name).absent() : attr(name).is(value));
        }
        return condition;
    }

    private static Map<String, String> read(@Nullable Value stored) {
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

    private static Value start() {
        return new Value.MapOf(Map.of());
    }

    private Optional<Fill> fill(@Nullable Value filling) {
        if (filling == null) {
            return Optional.empty();
        }
        return Optional.of(new Fill(
                this,
                filling instanceof Value.MapOf map && map.values().get(AFTER) instanceof Value.Text after
                        ? new PageToken(after.value())
                        : null));
    }

    /**
     * A backfill that is not complete. Several processes may run it at the same time: they write the same values.
     *
     * @param after the progress of an earlier process, or null to start at the beginning
     */
    public record Fill(SchemaItem item, @Nullable PageToken after) {

        /** Returns the declaration whose items are backfilled. */
        public Declaration declaration() {
            return item.declaration;
        }

        /**
         * Records the progress of the backfill, null for its end. Returns whether there is more to do: false at the
         * end, and if another process completed the backfill.
         */
        public CompletableFuture<Boolean> reached(@Nullable PageToken next) {
            Update update = Update.of(item.key);
            update = next == null
                    ? update.remove(FILLING)
                    : update.set(FILLING, new Value.MapOf(Map.of(AFTER, Value.of(next.text()))));
            return item.table
                    .update(update.when(attr(FACTS).is(item.factsValue))
                            .when(attr(FILLING).exists()))
                    .thenApply(result -> {
                        if (result instanceof WriteResult.ConditionFailed failed) {
                            requireSameFacts(failed.existing());
                            return false;
                        }
                        return next != null;
                    });
        }

        private void requireSameFacts(@Nullable Item stored) {
            if (stored == null || !item.factsValue.equals(stored.value(FACTS))) {
                throw new Rejected(
                        "schema.changed-meanwhile",
                        "%s was opened with another declaration by another process during its backfill: open the"
                                        .formatted(item.declaration.name())
                                + " database again");
            }
        }
    }
}
