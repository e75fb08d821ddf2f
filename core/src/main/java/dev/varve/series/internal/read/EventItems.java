package dev.varve.series.internal.read;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.Parts;
import dev.varve.key.internal.LayoutKey;
import dev.varve.schema.internal.KeyAttributeReader;
import dev.varve.series.TtlStart;
import dev.varve.series.internal.definition.EventIndex;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Converts events to items of their table, and back; pure. */
public final class EventItems<E extends Record> {

    private final SeriesDefinition<E> definition;
    private final TableSchema table;
    private final List<String> payload;
    private final KeyAttributeReader restore;
    private final Condition isAbsent;
    private final Condition isPresent;
    private final boolean isIdentityAll;

    EventItems(SeriesDefinition<E> definition, TableSchema table) {
        this.definition = definition;
        this.table = table;
        this.payload = definition.mapping.attributes();
        this.restore = KeyAttributeReader.of(table, definition.layout, definition.mapping);
        AttributePath partition = AttributePath.attr(table.key().partition().name());
        this.isAbsent = partition.absent();
        this.isPresent = partition.exists();
        this.isIdentityAll = definition.identity.names().equals(definition.parts.names());
    }

    public TableSchema table() {
        return table;
    }

    /** Returns the event as it is stored; refuses a clock that the series does not accept. */
    public StoredEvent store(E event, Instant now) {
        definition.clockRules.check(clockOf(event), now);
        return rewrite(event, now);
    }

    /** Returns the event as it is stored, without checking its clock: it replaces a stored event. */
    public StoredEvent rewrite(E event, Instant now) {
        Instant exact = clockOf(event);
        Item record = definition.mapping.toItem(event);
        Parts parts = definition.parts.require(record);
        Item.Builder item = Item.builder().putAll(record);
        for (EventIndex index : definition.indexes) {
            Parts indexParts = index.holds(record) ? index.parts().find(record) : null;
            if (indexParts != null) {
                LayoutKey key = index.layout().write(indexParts, exact);
                item.putAll(table.index(index.name()).key().asItem(LayoutKeys.key(key)));
            }
        }
        if (definition.keep != null) {
            item.put(Objects.requireNonNull(table.ttlAttribute()), Value.of(expiry(exact, now, definition.keep)));
        }
        Key key = keyOf(parts, exact);
        Instant stored = definition.layout.keepsExactClock() ? exact : definition.layout.floor(exact);
        // The key comes last: if a component shares a key attribute, the key's text must win.
        return new StoredEvent(
                key,
                record,
                item.putAll(table.key().asItem(key)).build(),
                stored,
                isIdentityAll ? parts : definition.identity.require(record));
    }

    /** Returns the key of the event with these parts. */
    public Key keyOf(Parts parts, Instant clock) {
        return LayoutKeys.key(definition.layout.write(parts, clock));
    }

    public Key keyOf(E event) {
        return keyOf(definition.parts.require(definition.mapping.toItem(event)), clockOf(event));
    }

    public Instant clockOf(E event) {
        requireEvent(event);
        return (Instant) Objects.requireNonNull(definition.clock.object(event));
    }

    /** Refuses null. */
    public E requireEvent(E event) {
        if (event == null) {
            throw new Rejected(
                    "series.null-event", "an event for series %s is null: leave it out".formatted(definition.name));
        }
        return event;
    }

    private long expiry(Instant clock, Instant now, Duration keep) {
        Instant end = (definition.ttlBase == TtlStart.EVENT_TIME ? clock : now).plus(keep);
        // Rounded up, so that an event never expires too early.
        return end.getEpochSecond() + (end.equals(Instant.ofEpochSecond(end.getEpochSecond())) ? 0 : 1);
    }

    public E read(Item item) {
        return restore.read(definition.mapping, item);
    }

    /** Returns whether two items hold the same event: equal except for stamps of when it was stored. */
    public boolean isSame(Item one, Item other) {
        return one.only(payload).equals(other.only(payload));
    }

    /**
     * Returns the stored event with the components of another merged into it; entries of maps are merged one by one.
     */
    public E merged(Item existing, StoredEvent event) {
        Item.Builder merged = Item.builder()
                .putAll(existing.only(payload))
                .putAll(event.item().only(payload));
        for (MappedComponent<E> component : MappingAccess.instance().components(definition.mapping)) {
            if (component.javaType() == Map.class
                    && existing.value(component.attribute()) instanceof Value.MapOf before
                    && event.item().value(component.attribute()) instanceof Value.MapOf after) {
                Map<String, Value> entries = new LinkedHashMap<>(before.values());
                entries.putAll(after.values());
                merged.put(component.attribute(), new Value.MapOf(entries));
            }
        }
        return read(merged.putAll(table.key().asItem(event.key())).build());
    }

    public Condition isAbsent() {
        return isAbsent;
    }

    public Condition isPresent() {
        return isPresent;
    }

    /** Returns the condition that a stored event has not changed since it was read. */
    public Condition isStill(Item existing) {
        Condition condition = isPresent();
        for (MappedComponent<E> component : MappingAccess.instance().components(definition.mapping)) {
            if (table.key().contains(component.attribute())) {
                continue;
            }
            AttributePath path = AttributePath.attr(component.attribute());
            Value value = existing.value(component.attribute());
            condition = condition.and(value == null ? path.absent() : path.is(value));
        }
        return condition;
    }
}
