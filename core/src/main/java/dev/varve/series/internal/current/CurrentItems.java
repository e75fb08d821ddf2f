package dev.varve.series.internal.current;

import static dev.varve.table.AttributePath.attr;

import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.schema.internal.IndexKeys;
import dev.varve.schema.internal.KeyAttributeReader;
import dev.varve.series.Current;
import dev.varve.series.internal.definition.CurrentDefinition;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.read.HistoryClock;
import dev.varve.series.internal.read.StoredEvent;
import dev.varve.table.Condition;
import dev.varve.table.Key;
import dev.varve.table.Returning;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.table.UpdateAction;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts events to updates of the current record, and its item back to the record; pure.
 *
 * <p>Events are ordered by their keys: by the clock cut to the tick, then by the sort key. Digits finer than the tick
 * do not count. The newest event is the last in this order, which is also the order of a history, so the order of
 * arrival does not matter. If keys have parts after the clock, the record holds the sort key of its event in the
 * attribute {@link #EVENT}; a record that was written before this attribute existed is compared by the parts.
 */
public final class CurrentItems<C extends Record> {

    /** The attribute with the sort key of the record's event; only if keys have parts after the clock. */
    static final String EVENT = "#e";

    private final CurrentDefinition<C> definition;
    private final TableSchema table;
    private final SeriesLayout layout;
    private final MappedComponent<?> clockComponent;
    private final String clock;
    private final Tick stored;
    private final List<String> eventParts;
    private final List<String> appended;
    private final KeyAttributeReader restore;

    public CurrentItems(SeriesDefinition<?> events, CurrentDefinition<C> definition, TableSchema table) {
        this.definition = definition;
        this.table = table;
        this.layout = events.layout;
        this.clockComponent = events.clock;
        this.clock = events.clock.attribute();
        this.stored = HistoryClock.of(events.clock).tick();
        this.eventParts = events.layout.eventParts().stream()
                .map(part -> definition.mapping.attribute(part))
                .toList();
        this.appended = definition.appended.stream()
                .map(name -> definition.mapping.attribute(name))
                .toList();
        this.restore = KeyAttributeReader.of(table, definition.layout, definition.mapping);
    }

    public TableSchema table() {
        return table;
    }

    public Key keyOf(Parts identity) {
        return LayoutKeys.key(definition.layout.write(identity));
    }

    public C read(Item item) {
        return restore.read(definition.mapping, eventParts.isEmpty() ? item : item.without(EVENT));
    }

    public Condition isPresent() {
        return attr(clock).exists();
    }

    /** Returns the condition that the current record is older than this event, or does not exist. */
    public Condition isOlderThan(StoredEvent event) {
        Value at = value(event.record(), clock);
        if (eventParts.isEmpty()) {
            return attr(clock).absent().or(attr(clock).before(at));
        }
        Condition older = attr(EVENT).before(sortOf(event));
        Condition equalSoFar = attr(EVENT).absent();
        for (String part : eventParts) {
            Value value = value(event.record(), part);
            older = older.or(equalSoFar.and(attr(part).before(value)));
            equalSoFar = equalSoFar.and(attr(part).is(value));
        }
        return attr(clock)
                .absent()
                .or(attr(clock).before(tickStart(event)))
                .or(isInTickOf(event).and(older));
    }

    /** Returns the condition that the current record holds the event with this key. */
    public Condition isOf(StoredEvent event) {
        if (eventParts.isEmpty()) {
            return attr(clock).is(value(event.record(), clock));
        }
        Condition sameParts = attr(EVENT).absent();
        for (String part : eventParts) {
            sameParts = sameParts.and(attr(part).is(value(event.record(), part)));
        }
        // A key holds only the tick: the event stored under it may have another clock within that tick.
        return isInTickOf(event).and(attr(EVENT).is(sortOf(event)).or(sameParts));
    }

    private Condition isInTickOf(StoredEvent event) {
        Instant next = layout.tick().ceil(layout.floor(event.clock()).plusNanos(1));
        Value end = clockComponent.toValue(stored.ceil(next));
        return attr(clock).from(tickStart(event)).and(attr(clock).before(end));
    }

    /** Returns the first clock of the event's tick, or of the attribute's tick if that is longer. */
    private Value tickStart(StoredEvent event) {
        return clockComponent.toValue(stored.floor(layout.floor(event.clock())));
    }

    private static Value sortOf(StoredEvent event) {
        return Objects.requireNonNull(event.key().sort());
    }

    /** Returns the condition that the current record does not hold a newer event than this one. */
    public Condition follows(StoredEvent event) {
        return isOlderThan(event).or(isOf(event));
    }

    /** Returns whether a record lacks values of this event, and does not hold a newer one. */
    public boolean isBehind(Item record, StoredEvent event) {
        if (!follows(event).test(record)) {
            return false;
        }
        boolean isStampAbsent = definition.createdAt != null && !record.has(definition.createdAt.attribute());
        return isStampAbsent
                || appended.stream()
                        .filter(attribute -> !table.key().contains(attribute))
                        .filter(attribute -> !isMerged() || event.record().has(attribute))
                        .anyMatch(attribute -> !Objects.equals(
                                record.value(attribute), event.record().value(attribute)));
    }

    /** Returns whether the record keeps components that an event does not have. */
    public boolean isMerged() {
        return definition.declared.absent() == Current.AbsentPolicy.KEEP;
    }

    public boolean hasCreationStamp() {
        return definition.createdAt != null;
    }

    /** Returns the clock of the event that a record holds, or null if it holds none. */
    @Nullable
    public Instant clockOf(@Nullable Item record) {
        return record == null || !isPresent().test(record)
                ? null
                : (Instant) MappingAccess.instance()
                        .component(definition.mapping, clockComponent.name())
                        .object(read(record));
    }

    private static Value value(Item item, String attribute) {
        return Objects.requireNonNull(item.value(attribute));
    }

    /** Returns the update that writes this event to the current record, without a condition. */
    public Update update(StoredEvent event, Instant now) {
        Set<String> known = new HashSet<>();
        List<UpdateAction> actions = new ArrayList<>();
        for (String attribute : appended) {
            Value value = event.record().value(attribute);
            if (value != null || !isMerged()) {
                known.add(attribute);
                if (!table.key().contains(attribute)) {
                    actions.add(action(attribute, value));
                }
            }
        }
        if (!eventParts.isEmpty()) {
            actions.add(new UpdateAction.Set(attr(EVENT), sortOf(event)));
        }
        Update update = new Update(keyOf(event.identity()), actions, Condition.always(), Returning.NOTHING, null);
        update = index(update, event.record(), known);
        return definition.createdAt == null
                ? update
                : update.setIfAbsent(definition.createdAt.attribute(), definition.createdAt.toValue(now));
    }

    /** Adds the changes of the index keys that these known attributes determine. */
    public Update index(Update update, Item item, Set<String> known) {
        Update changed = update;
        for (IndexKeys index : definition.indexes) {
            Map<String, Optional<Value>> changes =
                    index.changes(item, known, table.index(index.name()).key());
            for (Map.Entry<String, Optional<Value>> change : changes.entrySet()) {
                changed = change(changed, change.getKey(), change.getValue().orElse(null));
            }
        }
        return changed;
    }

    /** Returns a part of the identity as the record's value. */
    public Value partValue(Parts identity, MappedComponent<C> component) {
        return component.valueType().orElse(null) == ValueType.NUMBER
                ? Num.of(identity.number(component.name()))
                : Value.of(identity.text(component.name()));
    }

    public static Update change(Update update, String attribute, @Nullable Value value) {
        return update.with(action(attribute, value));
    }

    private static UpdateAction action(String attribute, @Nullable Value value) {
        return value == null ? new UpdateAction.Remove(attr(attribute)) : new UpdateAction.Set(attr(attribute), value);
    }

    /** Returns the current record after this event if the event alone determines it, or null. */
    @Nullable
    public C after(StoredEvent event) {
        boolean isAll = definition.enrichment.isEmpty() && definition.createdAt == null && !isMerged();
        return isAll ? definition.mapping.fromItem(event.record()) : null;
    }
}
