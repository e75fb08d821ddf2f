package dev.varve.entity;

import dev.varve.entity.internal.EntityDefinition;
import dev.varve.entity.internal.EntityDescription;
import dev.varve.entity.internal.EntityIndex;
import dev.varve.item.RecordMapping;
import dev.varve.item.internal.MappedComponent;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.schema.Declaration;
import dev.varve.schema.internal.IndexEntry;
import dev.varve.schema.internal.Placement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of entities: records without a clock, such as devices and sites, and the keys they are stored under.
 * Immutable, and checked.
 */
public final class Entity<R extends Record> implements Declaration {

    private final EntityDefinition<R> form;

    Entity(EntityDefinition<R> form) {
        this.form = form;
    }

    /** Begins the declaration of entities that are these records. */
    public static <R extends Record> EntityBuilder<R> of(Class<R> type) {
        return new EntityBuilder<>(type);
    }

    @Override
    public String name() {
        return form.name;
    }

    public Class<R> type() {
        return form.mapping.type();
    }

    /** Returns how an entity is stored, component by component. */
    public RecordMapping<R> mapping() {
        return form.mapping;
    }

    /** Returns the keys of the entities. */
    public EntityLayout layout() {
        return form.layout;
    }

    /** Returns what addresses one entity, from plain values in the order in which the key templates name them. */
    public Parts key(Object... values) {
        return form.key.of(values);
    }

    /** Returns what addresses this entity. */
    public Parts keyOf(R record) {
        return form.key.require(form.content(record));
    }

    EntityDefinition<R> form() {
        return form;
    }

    @Override
    public List<Placement> placements() {
        Map<String, String> attributes = form.mapping.components().stream()
                .collect(Collectors.toMap(MappedComponent::name, MappedComponent::attribute));
        List<IndexEntry> indexes = form.indexes.stream().map(EntityIndex::entry).toList();
        List<Placement> placements = new ArrayList<>();
        placements.add(new Placement("entities", null, form.layout, indexes, attributes, form.keep));
        if (form.snapshots != null && form.history != null) {
            placements.add(
                    new Placement("snapshots", null, form.snapshots, List.of(), attributes, form.history.keep()));
        }
        return placements;
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("partition", form.layout.partitions().get(0));
        form.layout.sorts().forEach(sort -> facts.put("sort", sort));
        if (form.version != null) {
            facts.put("version", form.version.name() + " in " + form.version.attribute());
        }
        return facts;
    }

    @Override
    public Map<String, @Nullable Object> definition() {
        return Collections.unmodifiableMap(form.definition);
    }

    @Override
    public String describe() {
        return EntityDescription.of(form);
    }

    @Override
    public String toString() {
        return "entity " + name();
    }
}
