package dev.varve.core.entity;

import dev.varve.core.Durations;
import dev.varve.core.Rejected;
import dev.varve.core.item.RecordOptions;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    final Class<R> type;
    String name;

    @Nullable
    String partition;

    @Nullable
    String sort;

    RecordOptions options = RecordOptions.defaults();
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    final List<EntityIndex.Declared> indexes = new ArrayList<>();
    final Map<String, Object> defaults = new LinkedHashMap<>();
    final Set<String> readOnly = new LinkedHashSet<>();

    @Nullable
    String createdAt;

    @Nullable
    String updatedAt;

    @Nullable
    String version;

    @Nullable
    VersionHistory history;

    @Nullable
    Duration keep;

    EntityBuilder(Class<R> type) {
        this.type = type;
        this.name = type.getSimpleName();
    }

    /** Names the entities; the name of the record unless said otherwise. */
    public EntityBuilder<R> named(String newName) {
        name = newName;
        return this;
    }

    /** Sets the template of the partition key: {@code DEVICE#{deviceId}}. */
    public EntityBuilder<R> partition(String template) {
        partition = template;
        return this;
    }

    /** Sets the template of the sort key: {@code #METADATA}, {@code ALERT#{alertId}}; none for tables without one. */
    public EntityBuilder<R> sort(String template) {
        sort = template;
        return this;
    }

    /** Puts every entity in an index too; one that lacks a part of its key there is left out. */
    public EntityBuilder<R> index(String indexName, String partitionTemplate, String sortTemplate) {
        indexes.add(new EntityIndex.Declared(indexName, partitionTemplate, sortTemplate, null, null));
        return this;
    }

    /** Puts every entity in an index without a sort key. */
    public EntityBuilder<R> index(String indexName, String partitionTemplate) {
        indexes.add(new EntityIndex.Declared(indexName, partitionTemplate, null, null, null));
        return this;
    }

    /** Puts the entities in an index that have this component, and not as false: open alerts, devices with an owner. */
    public EntityBuilder<R> sparseIndex(
            String indexName, String onlyWith, String partitionTemplate, String sortTemplate) {
        indexes.add(new EntityIndex.Declared(indexName, partitionTemplate, sortTemplate, onlyWith, null));
        return this;
    }

    /**
     * Puts the entities in an index that are recent. This is found out when what the key is made of is written: an
     * entity nobody writes stays in the index, and readers who mind filter by the instant.
     */
    public EntityBuilder<R> recentIndex(
            String indexName, Recent recent, String partitionTemplate, String sortTemplate) {
        indexes.add(new EntityIndex.Declared(indexName, partitionTemplate, sortTemplate, null, recent));
        return this;
    }

    /** Says how the record is stored: attribute names, forms of instants and enums. */
    public EntityBuilder<R> options(RecordOptions newOptions) {
        options = newOptions;
        return this;
    }

    /** Lets this lookup see the record: for modules that open no package. */
    public EntityBuilder<R> lookup(MethodHandles.Lookup newLookup) {
        lookup = newLookup;
        return this;
    }

    /** Stores this value where a record that is created or put has none; the component is Optional or @Nullable. */
    public EntityBuilder<R> withDefault(String component, Object value) {
        defaults.put(component, value);
        return this;
    }

    /** Lets these components be written once: a put keeps what is stored, a patch is refused. */
    public EntityBuilder<R> readOnly(String... components) {
        readOnly.addAll(List.of(components));
        return this;
    }

    /** Names the instant that holds when the entity was created; what a caller's record says there is not looked at. */
    public EntityBuilder<R> createdAt(String component) {
        createdAt = component;
        return this;
    }

    /** Names the instant that holds when the entity was last written; what a caller's record says is not looked at. */
    public EntityBuilder<R> updatedAt(String component) {
        updatedAt = component;
        return this;
    }

    /**
     * Names the {@code long} that counts the writes of an entity, from 1: a put is carried out only if nobody wrote
     * since the caller read.
     */
    public EntityBuilder<R> versioned(String component) {
        version = component;
        return this;
    }

    /**
     * Counts the writes of an entity and keeps each version, under its sort key and {@code #v#0000001}. An entity that is
     * deleted and created again goes on counting. Each write is a transaction, and reads the entity first.
     */
    public EntityBuilder<R> versioned(String component, VersionHistory newHistory) {
        version = component;
        history = newHistory;
        return this;
    }

    /** Lets entities expire this long after they were last written; for ever unless said otherwise. */
    public EntityBuilder<R> keep(Duration duration) {
        if (duration != null && (duration.isZero() || duration.isNegative())) {
            throw new Rejected(
                    "entity.duration",
                    "keep is %s; it must be longer than nothing. Leave it out for ever".formatted(duration));
        }
        keep = Durations.check("entity.duration", "keep", duration);
        return this;
    }

    /** Returns everything that was declared, by name. */
    Map<String, @Nullable Object> definition() {
        Map<String, @Nullable Object> definition = new LinkedHashMap<>();
        definition.put("record", type);
        definition.put("partition", partition);
        definition.put("sort", sort);
        definition.put("options", options);
        definition.put("indexes", List.copyOf(indexes));
        definition.put("defaults", Map.copyOf(defaults));
        definition.put("readOnly", Set.copyOf(readOnly));
        definition.put("createdAt", createdAt);
        definition.put("updatedAt", updatedAt);
        definition.put("version", version);
        definition.put("version history", history);
        definition.put("keep", keep);
        return definition;
    }

    /** Returns the entity, or refuses the declaration with a message that says what to change. */
    public Entity<R> build() {
        return new Entity<>(new EntityForm<>(this));
    }
}
