package dev.varve.entity.internal;

import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.item.internal.MappedComponent;
import dev.varve.key.Parts;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.schema.internal.KeyAttributeReader;
import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Turns entities and their snapshots into items of their table, and back; pure. */
public final class EntityItems<R extends Record> {

    /** Only snapshots have this attribute, so that reads of entities can leave them out. */
    public static final String SNAPSHOT = "#v";

    private final EntityDefinition<R> form;
    private final TableSchema table;
    private final KeyAttributeReader restore;
    private final @Nullable KeyAttributeReader restoreSnapshot;
    private final Set<String> attributes;
    private final String[] notComponents;

    public EntityItems(EntityDefinition<R> form, TableSchema table) {
        this.form = form;
        this.table = table;
        this.restore = KeyAttributeReader.of(table, form.layout, form.mapping);
        this.restoreSnapshot =
                form.snapshots == null ? null : KeyAttributeReader.of(table, form.snapshots, form.mapping);
        this.attributes = Set.copyOf(form.mapping.attributes());
        this.notComponents = notComponents(table, attributes);
    }

    private static String[] notComponents(TableSchema table, Set<String> components) {
        Set<String> names = new TreeSet<>(table.key().names());
        names.add(SNAPSHOT);
        table.indexes().forEach(index -> names.addAll(index.key().names()));
        if (table.ttlAttribute() != null) {
            names.add(table.ttlAttribute());
        }
        names.removeAll(components);
        return names.toArray(String[]::new);
    }

    TableSchema table() {
        return table;
    }

    /** Returns the attributes that components are stored in. */
    Set<String> attributes() {
        return attributes;
    }

    public Key key(Parts parts) {
        return Key.of(form.layout.write(parts));
    }

    /** Returns an entity's item with each component as its record has it, also where a key attribute holds it. */
    Item restored(Item item) {
        return restore.apply(item);
    }

    public R read(Item item) {
        return restore.read(form.mapping, item, whole -> whole.without(notComponents));
    }

    @Nullable
    R readNullable(@Nullable Item item) {
        return item == null ? null : read(item);
    }

    public R readSnapshot(Item item) {
        return Objects.requireNonNull(restoreSnapshot).read(form.mapping, item, whole -> whole.without(notComponents));
    }

    /** Returns the components a key tells, as their record has them. */
    Item ofKey(Parts parts) {
        Item.Builder item = Item.builder();
        for (String name : form.key.names()) {
            MappedComponent<R> component = form.mapping.component(name);
            boolean isNumber = component.valueType().equals(Optional.of(ValueType.NUMBER));
            item.put(component.attribute(), isNumber ? Num.of(parts.number(name)) : Value.of(parts.text(name)));
        }
        return item.build();
    }

    /** Returns the second copy of an entity that is kept of its version. */
    Item snapshot(Parts parts, Item entity, Instant now) {
        long version = form.versionOf(entity);
        Item item =
                table.keyed(snapshotKey(parts, version), entity.only(attributes).with(SNAPSHOT, version));
        Duration keep = Objects.requireNonNull(form.history).keep();
        return keep == null || table.ttlAttribute() == null
                ? item
                : item.with(table.ttlAttribute(), Num.of(expiry(now, keep)));
    }

    public Key snapshotKey(Parts parts, long version) {
        String component = Objects.requireNonNull(form.version).name();
        return Key.of(Objects.requireNonNull(form.snapshots).write(parts.with(component, VersionText.of(version))));
    }

    public PartitionSlice snapshots(Parts parts) {
        return Objects.requireNonNull(form.snapshots).slices(parts).get(0);
    }

    /** Returns the epoch second at which what is written now expires, rounded up: nothing is gone before its time. */
    static long expiry(Instant now, Duration keep) {
        Instant end = now.plus(keep);
        return end.getEpochSecond() + (end.equals(Instant.ofEpochSecond(end.getEpochSecond())) ? 0 : 1);
    }

    Condition exists() {
        return AttributePath.attr(table.key().partition().name()).exists();
    }

    Condition isAbsent() {
        return AttributePath.attr(table.key().partition().name()).absent();
    }

    /** Returns the condition that an entity has this version; 0 stands for none. */
    Condition isVersion(long version) {
        AttributePath path =
                AttributePath.attr(Objects.requireNonNull(form.version).attribute());
        // An entity that was stored before versions were declared may hold what its record said: 0.
        return version == 0 ? path.absent().or(path.is(0)) : path.is(version);
    }
}
