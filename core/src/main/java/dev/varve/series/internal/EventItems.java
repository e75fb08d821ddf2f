package dev.varve.series.internal;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.item.internal.MappedComponent;
import dev.varve.key.Parts;
import dev.varve.key.internal.LayoutKey;
import dev.varve.schema.internal.KeyAttributeReader;
import dev.varve.series.TtlStart;
import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Turns events into items of their table, and back; pure. */
public final class EventItems<E extends Record> {

    private final SeriesDefinition<E> form;
    private final TableSchema table;
    private final List<String> payload;
    private final KeyAttributeReader restore;
    private final Condition isAbsent;
    private final Condition isPresent;
    private final boolean isIdentityAll;

    public EventItems(SeriesDefinition<E> form, TableSchema table) {
        this.form = form;
        this.table = table;
        this.payload = form.mapping.attributes();
        this.restore = KeyAttributeReader.of(table, form.layout, form.mapping);
        AttributePath partition = AttributePath.attr(table.key().partition().name());
        this.isAbsent = partition.absent();
        this.isPresent = partition.exists();
        this.isIdentityAll = form.identity.names().equals(form.parts.names());
    }

    public TableSchema table() {
        return table;
    }

    /** Returns the event as it is to be stored; refuses a clock that cannot be. */
    public StoredEvent store(E event, Instant now) {
        form.clockRules.check(clockOf(event), now);
        return rewrite(event, now);
    }

    /** Returns the event as it is to be stored, however old it is: it takes the place of one that is there. */
    public StoredEvent rewrite(E event, Instant now) {
        Instant exact = clockOf(event);
        Item record = form.mapping.toItem(event);
        Parts parts = form.parts.require(record);
        Item.Builder item = Item.builder().putAll(record);
        for (EventIndex index : form.indexes) {
            Parts indexParts = index.holds(record) ? index.parts().find(record) : null;
            if (indexParts != null) {
                LayoutKey key = index.layout().write(indexParts, exact);
                item.putAll(table.index(index.name()).key().asItem(Key.of(key)));
            }
        }
        if (form.keep != null) {
            item.put(Objects.requireNonNull(table.ttlAttribute()), Value.of(expiry(exact, now, form.keep)));
        }
        Key key = keyOf(parts, exact);
        Instant stored = form.layout.keepsExactClock() ? exact : form.layout.floor(exact);
        // The key comes last: where a component is stored in a key attribute, the key's text is what counts.
        return new StoredEvent(
                key,
                record,
                item.putAll(table.key().asItem(key)).build(),
                stored,
                isIdentityAll ? parts : form.identity.require(record));
    }

    /** Returns the key of the event with these parts. */
    public Key keyOf(Parts parts, Instant clock) {
        return Key.of(form.layout.write(parts, clock));
    }

    public Key keyOf(E event) {
        return keyOf(form.parts.require(form.mapping.toItem(event)), clockOf(event));
    }

    public Instant clockOf(E event) {
        requireEvent(event);
        return (Instant) Objects.requireNonNull(form.clock.object(event));
    }

    /** Refuses null in place of an event. */
    public E requireEvent(E event) {
        if (event == null) {
            throw new Rejected(
                    "series.null-event", "an event to append to series %s is null: leave it out".formatted(form.name));
        }
        return event;
    }

    private long expiry(Instant clock, Instant now, Duration keep) {
        Instant end = (form.ttlBase == TtlStart.EVENT_TIME ? clock : now).plus(keep);
        // Rounded up: an event is never gone before its time.
        return end.getEpochSecond() + (end.equals(Instant.ofEpochSecond(end.getEpochSecond())) ? 0 : 1);
    }

    public E read(Item item) {
        return restore.read(form.mapping, item);
    }

    /** Returns whether two items are the same event: equal but for stamps, which say when it was stored. */
    public boolean isSame(Item one, Item other) {
        return one.only(payload).equals(other.only(payload));
    }

    /** Returns the event with the fields of another laid over it; a map's entries are fields too. */
    public E merged(Item existing, StoredEvent event) {
        Item.Builder merged = Item.builder()
                .putAll(existing.only(payload))
                .putAll(event.item().only(payload));
        for (MappedComponent<E> component : form.mapping.components()) {
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

    /** Returns the condition that an event is still what it was when it was read. */
    public Condition isStill(Item existing) {
        Condition condition = isPresent();
        for (MappedComponent<E> component : form.mapping.components()) {
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
