package dev.varve.core.series;

import static dev.varve.core.table.AttributePath.attr;

import dev.varve.core.item.Item;
import dev.varve.core.item.MappedComponent;
import dev.varve.core.item.Num;
import dev.varve.core.item.Value;
import dev.varve.core.item.ValueType;
import dev.varve.core.key.Parts;
import dev.varve.core.key.SeriesLayout;
import dev.varve.core.schema.IndexKeys;
import dev.varve.core.schema.KeyRestore;
import dev.varve.core.table.Condition;
import dev.varve.core.table.Key;
import dev.varve.core.table.Returning;
import dev.varve.core.table.TableSchema;
import dev.varve.core.table.Update;
import dev.varve.core.table.UpdateAction;
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
 * Turns events into updates of the current record, and its item back into the record; pure.
 *
 * <p>The newest event is the one with the greatest clock; among events of one clock, the one whose parts behind the clock
 * are the greatest, so that it does not matter in which order they arrive.
 */
final class CurrentItems<C extends Record> {

    private final CurrentForm<C> form;
    private final TableSchema table;
    private final SeriesLayout layout;
    private final MappedComponent<?> clockComponent;
    private final String clock;
    private final List<String> eventParts;
    private final List<String> appended;
    private final KeyRestore restore;

    CurrentItems(SeriesForm<?> events, CurrentForm<C> form, TableSchema table) {
        this.form = form;
        this.table = table;
        this.layout = events.layout;
        this.clockComponent = events.clock;
        this.clock = events.clock.attribute();
        this.eventParts = events.layout.eventParts().stream()
                .map(part -> form.mapping.component(part).attribute())
                .toList();
        this.appended = form.appended.stream()
                .map(name -> form.mapping.component(name).attribute())
                .toList();
        this.restore = KeyRestore.of(table, form.layout, form.mapping);
    }

    TableSchema table() {
        return table;
    }

    Key keyOf(Parts identity) {
        return Key.of(form.layout.write(identity));
    }

    C read(Item item) {
        return form.mapping.fromItem(restore.apply(item));
    }

    Condition isPresent() {
        return attr(clock).exists();
    }

    /** Returns the condition that this event is newer than the current record, or the first. */
    Condition isOlderThan(StoredEvent event) {
        Item item = event.record();
        Condition older = attr(clock).absent().or(attr(clock).before(value(item, clock)));
        Condition equalSoFar = attr(clock).is(value(item, clock));
        for (String part : eventParts) {
            older = older.or(equalSoFar.and(attr(part).before(value(item, part))));
            equalSoFar = equalSoFar.and(attr(part).is(value(item, part)));
        }
        return older;
    }

    /** Returns the condition that the current record says what the event with this key says. */
    Condition isOf(StoredEvent event) {
        // A key holds the tick only: the event that has it now may have another clock inside that tick.
        Instant tick = layout.floor(event.clock());
        Condition same = layout.keepsExactClock()
                ? attr(clock)
                        .from(clockComponent.toValue(tick))
                        .and(attr(clock)
                                .before(clockComponent.toValue(layout.tick().ceil(tick.plusNanos(1)))))
                : attr(clock).is(value(event.record(), clock));
        for (String part : eventParts) {
            same = same.and(attr(part).is(value(event.record(), part)));
        }
        return same;
    }

    private static Value value(Item item, String attribute) {
        return Objects.requireNonNull(item.value(attribute));
    }

    /** Returns the update that lets the current record say what this event says, whatever it says now. */
    Update update(StoredEvent event, Instant now) {
        Set<String> known = new HashSet<>();
        List<UpdateAction> actions = new ArrayList<>();
        for (String attribute : appended) {
            Value value = event.record().value(attribute);
            if (value != null || form.declared.absent() == Current.AbsentPolicy.REMOVE) {
                known.add(attribute);
                if (!table.key().contains(attribute)) {
                    actions.add(action(attribute, value));
                }
            }
        }
        Update update = new Update(keyOf(event.identity()), actions, Condition.always(), Returning.NOTHING, null);
        update = index(update, event.record(), known);
        return form.createdAt == null
                ? update
                : update.setIfAbsent(form.createdAt.attribute(), form.createdAt.toValue(now));
    }

    /** Adds what becomes of the index keys when these attributes are known. */
    Update index(Update update, Item item, Set<String> known) {
        Update changed = update;
        for (IndexKeys index : form.indexes) {
            Map<String, Optional<Value>> changes =
                    index.changes(item, known, table.index(index.name()).key());
            for (Map.Entry<String, Optional<Value>> change : changes.entrySet()) {
                changed = change(changed, change.getKey(), change.getValue().orElse(null));
            }
        }
        return changed;
    }

    /** Returns a part of the identity as the record stores it. */
    Value partValue(Parts identity, MappedComponent<C> component) {
        return component.valueType().orElse(null) == ValueType.NUMBER
                ? Num.of(identity.number(component.name()))
                : Value.of(identity.text(component.name()));
    }

    static Update change(Update update, String attribute, @Nullable Value value) {
        return update.with(action(attribute, value));
    }

    private static UpdateAction action(String attribute, @Nullable Value value) {
        return value == null ? new UpdateAction.Remove(attr(attribute)) : new UpdateAction.Set(attr(attribute), value);
    }

    /** Returns the current record after this event where the event alone says all of it, or null. */
    @Nullable
    C after(StoredEvent event) {
        boolean isAll = form.enrichment.isEmpty()
                && form.createdAt == null
                && form.declared.absent() == Current.AbsentPolicy.REMOVE;
        return isAll ? form.mapping.fromItem(event.record()) : null;
    }
}
