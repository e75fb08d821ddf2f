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
import java.util.TreeSet;
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

    /** What the text of a fact begins with while stored items are converted to it. */
    private static final String CONVERTING = "in progress: ";

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

    /**
     * Compares the recorded facts with a declaration that differs in one fact, to which stored items can be converted. Returns
     * the conversion, or nothing if the declaration is recorded already or nothing is recorded at all. Refuses a declaration
     * that differs in more.
     */
    public static CompletableFuture<Optional<Conversion>> converted(
            OpenSchema open, Declaration declaration, String fact) {
        return new SchemaItem(open, declaration).converted(fact, open.clock().instant());
    }

    private CompletableFuture<Optional<Conversion>> converted(String fact, Instant now) {
        return table.get(Get.of(key).consistent()).thenApply(found -> {
            Item stored = found.find().orElse(Item.empty());
            String wanted = facts.get(fact);
            Map<String, String> before = read(stored.value(FACTS));
            if (wanted == null || !stored.has(FACTS) || wanted.equals(before.get(fact))) {
                return Optional.empty();
            }
            Map<String, String> rest = new TreeMap<>(before);
            forgetOtherTable(stored, rest);
            String was = rest.remove(fact);
            if (was != null && !was.equals(CONVERTING + wanted)) {
                requireExtended(fact, was, wanted);
            }
            CompatibilityCheck changes = new CompatibilityCheck(declaration, rest, facts);
            changes.check();
            Set<String> added = new TreeSet<>(changes.added());
            added.remove(fact);
            if (!added.isEmpty()) {
                declaration.checkNewFacts(added, now);
            }
            Map<String, Value> during = new TreeMap<>();
            before.forEach((name, text) -> during.put(name, Value.of(text)));
            during.put(fact, Value.of(CONVERTING + wanted));
            return Optional.of(new Conversion(this, stored, stored.with(FACTS, new Value.MapOf(during))));
        });
    }

    /** A fact that holds since an instant may be extended to the time before it. */
    private void requireExtended(String fact, String was, String wanted) {
        if (!was.startsWith(wanted + " since ")) {
            throw new Rejected(
                    "schema.incompatible",
                    "%s is not declared as it was when its items were stored: %s was %s, is now %s. Declare it as it was"
                            .formatted(declaration.name(), fact, was, wanted));
        }
    }

    /**
     * A conversion of stored items to another fact. While it is in progress, no declaration can be opened: neither the old nor
     * the new one reads all items.
     */
    public record Conversion(SchemaItem item, Item before, Item during) {

        /** Records that items are being converted. Does nothing if an earlier conversion was not completed. */
        public CompletableFuture<Void> begin() {
            return item.replace(before, during);
        }

        /** Records that all items are converted. */
        public CompletableFuture<Void> end() {
            return item.replace(during, item.item(null));
        }
    }

    private CompletableFuture<Void> replace(Item before, Item after) {
        return table.put(Put.of(after).when(isStill(before))).thenAccept(result -> {
            if (!result.isWritten()) {
                throw new Rejected(
                        "schema.changed-meanwhile",
                        "%s was opened by another process while its items were converted: stop all processes that use the"
                                        .formatted(declaration.name())
                                + " table, and repeat the call");
            }
        });
    }

    /** Refuses contradictions; returns whether items must be backfilled, from the first one on. */
    private boolean check(Item stored, Instant now) {
        Map<String, String> before = read(stored.value(FACTS));
        before.forEach((fact, text) -> {
            if (text.startsWith(CONVERTING)) {
                throw new Rejected(
                        "schema.converting",
                        "the stored items of %s are being converted to %s (%s), and cannot be read until this is complete: run the"
                                        .formatted(declaration.name(), text.substring(CONVERTING.length()), fact)
                                + " packing again, which continues (Varve.on(engine).packing(…), varve pack)");
            }
        });
        forgetOtherTable(stored, before);
        CompatibilityCheck changes = new CompatibilityCheck(declaration, before, facts);
        changes.check();
        Set<String> added = changes.added();
        if (!added.isEmpty()) {
            declaration.checkNewFacts(added, now);
        }
        return declaration.needsFill(before);
    }

    /** In a copy of a database, the facts name the table that the items were copied from. */
    private void forgetOtherTable(Item stored, Map<String, String> before) {
        Value writtenTo = stored.value(TABLE);
        if (writtenTo != null && !writtenTo.equals(Value.of(table.schema().name()))) {
            before.keySet().removeIf(StorageFacts::isTable);
        }
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
