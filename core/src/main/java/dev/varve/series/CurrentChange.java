package dev.varve.series;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.Parts;
import dev.varve.schema.internal.IndexKeys;
import dev.varve.series.internal.current.CurrentItems;
import dev.varve.series.internal.definition.CurrentDefinition;
import dev.varve.table.BlockingTable;
import dev.varve.table.Condition;
import dev.varve.table.Returning;
import dev.varve.table.Table;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import dev.varve.table.internal.RecordConditions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A change of the enrichment of a current record: the components that appends never write. Each call adds a step to
 * this object and returns it; {@link #run} executes all steps atomically. Not thread-safe.
 */
public final class CurrentChange<C extends Record> {

    /** The outcome of the change. */
    public sealed interface Result<C extends Record> {

        /** The record after the change. */
        record Changed<C extends Record>(C current) implements Result<C> {}

        /** There is no current record, because nothing was appended yet; nothing was written. */
        record Missing<C extends Record>() implements Result<C> {}

        /** The condition did not hold for this record; nothing was written. */
        record ConditionFailed<C extends Record>(C current) implements Result<C> {}
    }

    private final Table table;
    private final CurrentDefinition<C> definition;
    private final CurrentItems<C> items;
    private final Parts identity;
    private final Map<String, Optional<Value>> changes = new LinkedHashMap<>();
    private Condition condition = Condition.always();

    CurrentChange(Table table, CurrentDefinition<C> definition, CurrentItems<C> items, Parts identity) {
        this.table = table;
        this.definition = definition;
        this.items = items;
        this.identity = identity;
    }

    /** Sets a component; refuses one that appends write. */
    public CurrentChange<C> set(String component, Object value) {
        return with(component, Optional.of(enriched(component).toValue(value)));
    }

    /** Removes a component; refuses one that appends write. */
    public CurrentChange<C> remove(String component) {
        enriched(component);
        return with(component, Optional.empty());
    }

    /** Makes the change only if the condition holds for the current record. Several conditions must all hold. */
    public CurrentChange<C> when(Condition more) {
        condition = condition.and(new RecordConditions(definition.mapping, table.schema()).stored(more));
        return this;
    }

    private CurrentChange<C> with(String component, Optional<Value> value) {
        changes.put(component, value);
        return this;
    }

    private MappedComponent<C> enriched(String name) {
        MappedComponent<C> component = MappingAccess.instance().component(definition.mapping, name);
        if (!definition.enrichment.contains(name)) {
            throw new Rejected(
                    "series.not-enrichment",
                    "%s of %s is written by append and cannot be changed; the enrichment of the record is %s"
                            .formatted(name, definition.declared.type().getSimpleName(), definition.enrichment));
        }
        return component;
    }

    public Result<C> run() {
        return BlockingTable.await(runAsync());
    }

    /** Executes the change; atomic and idempotent. */
    public CompletableFuture<Result<C>> runAsync() {
        return table.update(update()).thenApply(result -> {
            if (result instanceof WriteResult.Written written) {
                return new Result.Changed<>(items.read(Objects.requireNonNull(written.item())));
            }
            Item existing = ((WriteResult.ConditionFailed) result).existing();
            return existing == null || !items.isPresent().test(existing)
                    ? new Result.Missing<>()
                    : new Result.ConditionFailed<>(items.read(existing));
        });
    }

    private Update update() {
        if (changes.isEmpty()) {
            throw new Rejected("series.nothing-set", "a change of the current record is empty: call set or remove");
        }
        Update update = Update.of(items.keyOf(identity));
        Item.Builder known = Item.builder();
        Set<String> attributes = new HashSet<>();
        for (Map.Entry<String, Optional<Value>> change : changes.entrySet()) {
            String attribute = definition.mapping.attribute(change.getKey());
            @Nullable Value value = change.getValue().orElse(null);
            update = CurrentItems.change(update, attribute, value);
            attributes.add(attribute);
            if (value != null) {
                known.put(attribute, value);
            }
        }
        for (String part : identity.names()) {
            MappedComponent<C> component = MappingAccess.instance().component(definition.mapping, part);
            attributes.add(component.attribute());
            known.put(component.attribute(), items.partValue(identity, component));
        }
        definition.indexes.forEach(this::requireWhole);
        Update indexed = items.index(update, known.build(), attributes);
        return new Update(indexed.key(), indexed.actions(), items.isPresent().and(condition), Returning.NEW, null);
    }

    /**
     * Refuses a change that sets only some of the enrichment components of an index key: the key could not be written.
     */
    private void requireWhole(IndexKeys index) {
        for (List<String> source : index.sources()) {
            List<String> rest = new ArrayList<>(source);
            rest.removeAll(identity.names());
            rest.removeAll(changes.keySet());
            if (!rest.isEmpty() && source.stream().anyMatch(changes::containsKey)) {
                throw new Rejected(
                        "series.enrichment-together",
                        "a key of index %s is made of %s: a change that sets one of them must set %s too"
                                .formatted(index.name(), source, rest));
            }
        }
    }
}
