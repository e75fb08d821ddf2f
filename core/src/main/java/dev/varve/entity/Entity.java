package dev.varve.entity;

import dev.varve.entity.internal.EntityDefinition;
import dev.varve.entity.internal.EntityDescription;
import dev.varve.entity.internal.EntityIndex;
import dev.varve.item.RecordMapping;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.schema.Declaration;
import dev.varve.schema.internal.IndexEntry;
import dev.varve.schema.internal.Placement;
import dev.varve.schema.internal.Placements;
import dev.varve.table.Key;
import dev.varve.table.internal.LayoutKeys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of entities: records without a clock, such as devices and sites, and the keys that they are stored
 * under. Immutable and validated.
 */
public final class Entity<R extends Record> implements Declaration {

    static {
        Placements.register(Entity.class, declaration -> ((Entity<?>) declaration).placements());
    }

    private final EntityDefinition<R> definition;

    Entity(EntityDefinition<R> definition) {
        this.definition = definition;
    }

    /** Starts the declaration of entities of this record class. */
    public static <R extends Record> EntityBuilder<R> of(Class<R> type) {
        return new EntityBuilder<>(type);
    }

    @Override
    public String name() {
        return definition.name;
    }

    public Class<R> type() {
        return definition.mapping.type();
    }

    /** Returns how an entity is stored, component by component. */
    public RecordMapping<R> mapping() {
        return definition.mapping;
    }

    /** Returns the keys of the entities. */
    EntityLayout layout() {
        return definition.layout;
    }

    /** Returns the key parts of one entity, from plain values in the order in which the key templates name them. */
    public Parts key(Object... values) {
        return definition.key.of(values);
    }

    /** Returns the key parts of this entity. */
    public Parts keyOf(R record) {
        return definition.key.require(definition.content(record));
    }

    /** Returns the primary key of the item that stores an entity with these key parts. */
    public Key itemKey(Parts parts) {
        return LayoutKeys.key(definition.layout.write(parts));
    }

    EntityDefinition<R> compiled() {
        return definition;
    }

    List<Placement> placements() {
        Map<String, String> attributes = MappingAccess.instance().components(definition.mapping).stream()
                .collect(Collectors.toMap(MappedComponent::name, MappedComponent::attribute));
        List<IndexEntry> indexes =
                definition.indexes.stream().map(EntityIndex::entry).toList();
        List<Placement> placements = new ArrayList<>();
        placements.add(new Placement("entities", null, definition.layout, indexes, attributes, definition.keep));
        if (definition.snapshots != null && definition.history != null) {
            placements.add(new Placement(
                    "snapshots", null, definition.snapshots, List.of(), attributes, definition.history.keep()));
        }
        return placements;
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("partition", definition.layout.partitions().get(0));
        definition.layout.sorts().forEach(sort -> facts.put("sort", sort));
        if (definition.version != null) {
            facts.put("version", definition.version.name() + " in " + definition.version.attribute());
        }
        return facts;
    }

    @Override
    public Map<String, @Nullable Object> definition() {
        return Collections.unmodifiableMap(definition.settings);
    }

    @Override
    public String describe() {
        return EntityDescription.of(definition);
    }

    @Override
    public String toString() {
        return "entity " + name();
    }
}
