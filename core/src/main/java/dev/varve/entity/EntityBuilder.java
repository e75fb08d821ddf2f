package dev.varve.entity;

import dev.varve.entity.internal.EntityDefinition;
import dev.varve.entity.internal.EntityIndex;
import dev.varve.entity.internal.EntitySettings;
import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import dev.varve.item.RecordOptions;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.List;

/**
 * The declaration of an {@link Entity}; {@link #build} checks all of it.
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

    /** Names the entities; the name of the record unless said otherwise. */
    public EntityBuilder<R> named(String newName) {
        settings.name = newName;
        return this;
    }

    /** Sets the template of the partition key: {@code DEVICE#{deviceId}}. */
    public EntityBuilder<R> partition(String template) {
        settings.partition = template;
        return this;
    }

    /** Sets the template of the sort key: {@code #METADATA}, {@code ALERT#{alertId}}; none for tables without one. */
    public EntityBuilder<R> sort(String template) {
        settings.sort = template;
        return this;
    }

    /** Puts every entity in an index too; one that lacks a part of its key there is left out. */
    public EntityBuilder<R> index(String indexName, String partitionTemplate, String sortTemplate) {
        settings.indexes.add(new EntityIndex.Declared(indexName, partitionTemplate, sortTemplate, null, null));
        return this;
    }

    /** Puts every entity in an index without a sort key. */
    public EntityBuilder<R> index(String indexName, String partitionTemplate) {
        settings.indexes.add(new EntityIndex.Declared(indexName, partitionTemplate, null, null, null));
        return this;
    }

    /** Puts the entities in an index that have this component, and not as false: open alerts, devices with an owner. */
    public EntityBuilder<R> sparseIndex(
            String indexName, String onlyWith, String partitionTemplate, String sortTemplate) {
        settings.indexes.add(new EntityIndex.Declared(indexName, partitionTemplate, sortTemplate, onlyWith, null));
        return this;
    }

    /**
     * Puts the entities in an index that are recent. This is found out when what the key is made of is written: an
     * entity nobody writes stays in the index, and readers who mind filter by the instant.
     */
    public EntityBuilder<R> recentIndex(
            String indexName, RecentOnly recent, String partitionTemplate, String sortTemplate) {
        settings.indexes.add(new EntityIndex.Declared(indexName, partitionTemplate, sortTemplate, null, recent));
        return this;
    }

    /** Says how the record is stored: attribute names, forms of instants and enums. */
    public EntityBuilder<R> options(RecordOptions newOptions) {
        settings.options = newOptions;
        return this;
    }

    /** Lets this lookup see the record: for modules that open no package. */
    public EntityBuilder<R> lookup(MethodHandles.Lookup newLookup) {
        settings.lookup = newLookup;
        return this;
    }

    /** Stores this value where a record that is created or put has none; the component is Optional or @Nullable. */
    public EntityBuilder<R> withDefault(String component, Object value) {
        settings.defaults.put(component, value);
        return this;
    }

    /** Lets these components be written once: a put keeps what is stored, a patch is refused. */
    public EntityBuilder<R> readOnly(String... components) {
        settings.readOnly.addAll(List.of(components));
        return this;
    }

    /** Names the instant that holds when the entity was created; what a caller's record says there is not looked at. */
    public EntityBuilder<R> createdAt(String component) {
        settings.createdAt = component;
        return this;
    }

    /** Names the instant that holds when the entity was last written; what a caller's record says is not looked at. */
    public EntityBuilder<R> updatedAt(String component) {
        settings.updatedAt = component;
        return this;
    }

    /**
     * Names the {@code long} that counts the writes of an entity, from 1: a put is carried out only if nobody wrote
     * since the caller read.
     */
    public EntityBuilder<R> versioned(String component) {
        settings.version = component;
        return this;
    }

    /**
     * Counts the writes of an entity and keeps each version, under its sort key and {@code #v#0000001}. An entity that is
     * deleted and created again goes on counting. Each write is a transaction, and reads the entity first.
     */
    public EntityBuilder<R> versioned(String component, VersionHistory newHistory) {
        settings.version = component;
        settings.history = newHistory;
        return this;
    }

    /** Lets entities expire this long after they were last written; for ever unless said otherwise. */
    public EntityBuilder<R> keep(Duration duration) {
        if (duration != null && (duration.isZero() || duration.isNegative())) {
            throw new Rejected(
                    "entity.duration",
                    "keep is %s; it must be longer than nothing. Leave it out for ever".formatted(duration));
        }
        settings.keep = Durations.check("entity.duration", "keep", duration);
        return this;
    }

    /** Returns the entity, or refuses the declaration with a message that says what to change. */
    public Entity<R> build() {
        return new Entity<>(new EntityDefinition<>(settings));
    }
}
