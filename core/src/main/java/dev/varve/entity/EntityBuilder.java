package dev.varve.entity;

import dev.varve.entity.internal.EntityDefinition;
import dev.varve.entity.internal.EntityIndex;
import dev.varve.entity.internal.EntitySettings;
import dev.varve.internal.Durations;
import dev.varve.item.RecordOptions;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.List;

/**
 * Builds the declaration of an {@link Entity}; {@link #build} checks it.
 *
 * <pre>{@code
 * Entity.of(Device.class).named("devices")
 *     .partition("DEVICE#{deviceId}").sort("#METADATA")
 *     .index("gsi1", "DEVICE_STATUS#{status}", "DEVICE#{deviceId}")
 *     .withDefault("status", Status.ACTIVE)
 *     .createdAt("createdAt").updatedAt("updatedAt")
 *     .build();
 * }</pre>
 */
public final class EntityBuilder<R extends Record> {

    final EntitySettings<R> settings;

    EntityBuilder(Class<R> type) {
        settings = new EntitySettings<>(type);
    }

    /** Sets the name of the entities. Default: the name of the record. */
    public EntityBuilder<R> named(String newName) {
        settings.name = newName;
        return this;
    }

    /** Sets the template of the partition key: {@code DEVICE#{deviceId}}. */
    public EntityBuilder<R> partition(String template) {
        settings.partition = template;
        return this;
    }

    /**
     * Sets the template of the sort key: {@code #METADATA}, {@code ALERT#{alertId}}. Leave it out for tables without a
     * sort key.
     */
    public EntityBuilder<R> sort(String template) {
        settings.sort = template;
        return this;
    }

    /** Adds every entity to an index; an entity that lacks a part of the index key is left out. */
    public EntityBuilder<R> index(String indexName, String partitionTemplate, String sortTemplate) {
        settings.indexes.add(new EntityIndex.Declared(indexName, partitionTemplate, sortTemplate, null, null));
        return this;
    }

    /** Adds every entity to an index without a sort key. */
    public EntityBuilder<R> index(String indexName, String partitionTemplate) {
        settings.indexes.add(new EntityIndex.Declared(indexName, partitionTemplate, null, null, null));
        return this;
    }

    /**
     * Adds to an index only the entities in which this component is present and not false: open alerts, devices with an
     * owner.
     */
    public EntityBuilder<R> sparseIndex(
            String indexName, String onlyWith, String partitionTemplate, String sortTemplate) {
        settings.indexes.add(new EntityIndex.Declared(indexName, partitionTemplate, sortTemplate, onlyWith, null));
        return this;
    }

    /**
     * Adds only recent entities to an index. Recency is checked when a component of the index key is written, so an
     * entity that is not written any more stays in the index. Readers that need exact results filter by the instant.
     */
    public EntityBuilder<R> recentIndex(
            String indexName, RecentOnly recent, String partitionTemplate, String sortTemplate) {
        settings.indexes.add(new EntityIndex.Declared(indexName, partitionTemplate, sortTemplate, null, recent));
        return this;
    }

    /** Sets how the record is stored: attribute names, formats of instants and enums. */
    public EntityBuilder<R> options(RecordOptions newOptions) {
        settings.options = newOptions;
        return this;
    }

    /** Sets the lookup that accesses the record; needed if its module does not open the package. */
    public EntityBuilder<R> lookup(MethodHandles.Lookup newLookup) {
        settings.lookup = newLookup;
        return this;
    }

    /** Stores this value if a created or put record has none. The component must be Optional or @Nullable. */
    public EntityBuilder<R> withDefault(String component, Object value) {
        settings.defaults.put(component, value);
        return this;
    }

    /** Declares components that are written once: a put keeps the stored value, and a patch is refused. */
    public EntityBuilder<R> readOnly(String... components) {
        settings.readOnly.addAll(List.of(components));
        return this;
    }

    /** Names the component with the time of creation. The value in a caller's record is ignored. */
    public EntityBuilder<R> createdAt(String component) {
        settings.createdAt = component;
        return this;
    }

    /** Names the component with the time of the last write. The value in a caller's record is ignored. */
    public EntityBuilder<R> updatedAt(String component) {
        settings.updatedAt = component;
        return this;
    }

    /**
     * Names the {@code long} component that counts the writes of an entity, from 1. A put succeeds only if no one wrote
     * the entity since the caller read it.
     */
    public EntityBuilder<R> versioned(String component) {
        settings.version = component;
        return this;
    }

    /**
     * Counts the writes of an entity and keeps each version, under its sort key plus {@code #v#0000001}. The count
     * continues if an entity is deleted and created again. Each write is a transaction, and reads the entity first.
     */
    public EntityBuilder<R> versioned(String component, VersionHistory newHistory) {
        settings.version = component;
        settings.history = newHistory;
        return this;
    }

    /** Sets how long after their last write entities expire. Default: never. */
    public EntityBuilder<R> keep(Duration duration) {
        Durations.refuseZero("entity.duration", "keep is", duration, "Leave it out to keep entities for ever");
        settings.keep = Durations.check("entity.duration", "keep", duration);
        return this;
    }

    /** Checks the declaration and returns the entity; the message of a refusal says what to change. */
    public Entity<R> build() {
        return new Entity<>(new EntityDefinition<>(settings));
    }
}
