package dev.varve.entity.internal;

import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.Parts;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.schema.internal.KeyAttributeReader;
import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Converts entities and their version copies to items of their table, and back; pure. */
public final class EntityItems<R extends Record> {

    /** The attribute that only version copies have, so that reads of entities can leave them out. */
    public static final String SNAPSHOT = "#v";

    private final EntityDefinition<R> definition;
    private final TableSchema table;
    private final KeyAttributeReader restore;
    private final @Nullable KeyAttributeReader restoreSnapshot;
    private final Set<String> attributes;
    private final String[] notComponents;

    public EntityItems(EntityDefinition<R> definition, TableSchema table) {
        this.definition = definition;
        this.table = table;
        this.restore = KeyAttributeReader.of(table, definition.layout, definition.mapping);
        this.restoreSnapshot = definition.snapshots == null
                ? null
                : KeyAttributeReader.of(table, definition.snapshots, definition.mapping);
        this.attributes = Set.copyOf(definition.mapping.attributes());
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
        return LayoutKeys.key(definition.layout.write(parts));
    }

    /** Returns an entity's item with the original value of each component, also of those stored in key attributes. */
    Item restored(Item item) {
        return restore.apply(item);
    }

    public R read(Item item) {
        return restore.read(definition.mapping, item, whole -> whole.without(notComponents));
    }

    @Nullable
    R readNullable(@Nullable Item item) {
        return item == null ? null : read(item);
    }

    public R readSnapshot(Item item) {
        return Objects.requireNonNull(restoreSnapshot)
                .read(definition.mapping, item, whole -> whole.without(notComponents));
    }

    /** Returns the components that are parts of a key, as the record has them. */
    Item ofKey(Parts parts) {
        Item.Builder item = Item.builder();
        for (String name : definition.key.names()) {
            MappedComponent<R> component = MappingAccess.instance().component(definition.mapping, name);
            boolean isNumber = component.valueType().equals(Optional.of(ValueType.NUMBER));
            item.put(component.attribute(), isNumber ? Num.of(parts.number(name)) : Value.of(parts.text(name)));
        }
        return item.build();
    }

    /** Returns the copy of an entity that is kept as a version. */
    Item snapshot(Parts parts, Item entity, Instant now) {
        long version = definition.versionOf(entity);
        Item item =
                table.keyed(snapshotKey(parts, version), entity.only(attributes).with(SNAPSHOT, version));
        Duration keep = Objects.requireNonNull(definition.history).keep();
        return keep == null || table.ttlAttribute() == null
                ? item
                : item.with(table.ttlAttribute(), Num.of(expiry(now, keep)));
    }

    public Key snapshotKey(Parts parts, long version) {
        String component = Objects.requireNonNull(definition.version).name();
        return LayoutKeys.key(
                Objects.requireNonNull(definition.snapshots).write(parts.with(component, VersionText.of(version))));
    }

    public PartitionSlice snapshots(Parts parts) {
        return Objects.requireNonNull(definition.snapshots).slices(parts).get(0);
    }

    /** Returns the epoch second at which an item written now expires, rounded up so that it never expires too early. */
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
                AttributePath.attr(Objects.requireNonNull(definition.version).attribute());
        // An entity that was stored before versions were declared may hold a 0 from its record.
        return version == 0 ? path.absent().or(path.is(0)) : path.is(version);
    }
}
