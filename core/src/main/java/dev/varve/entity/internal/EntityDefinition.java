package dev.varve.entity.internal;

import dev.varve.entity.VersionHistory;
import dev.varve.error.Rejected;
import dev.varve.item.InstantFormat;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.RecordMapping;
import dev.varve.item.RecordOptions;
import dev.varve.item.Value;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.PartType;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.schema.internal.IndexKeys;
import dev.varve.schema.internal.KeyComponents;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The declaration of an entity, compiled and checked. */
public final class EntityDefinition<R extends Record> {

    public final String name;
    public final RecordMapping<R> mapping;
    public final EntityLayout layout;
    public final KeyComponents key;
    final @Nullable TimestampComponent createdAt;
    final @Nullable TimestampComponent updatedAt;
    public final @Nullable MappedComponent<R> version;
    public final @Nullable VersionHistory history;
    public final @Nullable EntityLayout snapshots;
    public final @Nullable Duration keep;
    /** The names of the components that a put does not replace, without the time of creation. */
    public final Set<String> readOnly;

    public final List<EntityIndex> indexes;
    public final Map<String, @Nullable Object> settings;
    private final Map<String, Value> defaults = new LinkedHashMap<>();
    private final Set<String> given = new LinkedHashSet<>();

    public EntityDefinition(EntitySettings<R> declared) {
        name = declared.name;
        mapping = RecordMapping.of(declared.type, options(declared), declared.lookup);
        EntityRules<R> rules = new EntityRules<>(name, mapping);
        layout = layout(declared, rules);
        key = new KeyComponents(mapping, layout.parts());
        rules.checkKey(layout.parts());
        createdAt = rules.stamp("createdAt", declared.createdAt);
        updatedAt = rules.stamp("updatedAt", declared.updatedAt);
        version = rules.version(declared.version);
        declared.readOnly.forEach(component -> rules.only("readOnly", component));
        readOnly = Set.copyOf(declared.readOnly);
        declared.defaults.forEach(
                (component, value) -> defaults.put(mapping.attribute(component), rules.defaultValue(component, value)));
        indexes = indexes(declared, rules);
        keep = declared.keep;
        settings = declared.definition();
        history = declared.history;
        snapshots = history == null ? null : snapshots(declared);
        MappingAccess.instance().components(mapping).stream()
                .<String>map(MappedComponent::name)
                .filter(component -> !isGenerated(component))
                .forEach(given::add);
    }

    /** Stores timestamps in milliseconds unless the options say otherwise: the clock is not more precise. */
    private static RecordOptions options(EntitySettings<?> declared) {
        RecordOptions options = declared.options;
        for (String stamp : new @Nullable String[] {declared.createdAt, declared.updatedAt}) {
            if (stamp != null && !options.hasForm(stamp) && !options.hasInstantForm() && isInstant(declared, stamp)) {
                options = options.instant(stamp, InstantFormat.MILLIS);
            }
        }
        return options;
    }

    private static boolean isInstant(EntitySettings<?> declared, String component) {
        return MappingAccess.instance()
                .components(RecordMapping.of(declared.type, declared.options, declared.lookup))
                .stream()
                .anyMatch(candidate -> candidate.name().equals(component) && candidate.javaType() == Instant.class);
    }

    private EntityLayout layout(EntitySettings<R> declared, EntityRules<R> rules) {
        if (declared.partition == null) {
            throw new Rejected(
                    "entity.no-partition",
                    "%s has no partition template: give one with partition(\"…\")".formatted(name));
        }
        rules.checkTemplates("the key", declared.partition, declared.sort);
        return layout(declared.partition, declared.sort, KeyComponents.types(mapping));
    }

    private static EntityLayout layout(String partition, @Nullable String sort, Map<String, PartType> types) {
        return sort == null ? Layout.entity(partition, types) : Layout.entity(partition, sort, types);
    }

    private List<EntityIndex> indexes(EntitySettings<R> declared, EntityRules<R> rules) {
        List<EntityIndex> compiled = new ArrayList<>();
        for (EntityIndex.Declared index : declared.indexes) {
            if (compiled.stream().anyMatch(other -> other.name().equals(index.name()))) {
                throw new Rejected(
                        "entity.index-twice",
                        "%s is in index %s twice, but an item has one key in an index: use another index"
                                .formatted(name, index.name()));
            }
            rules.checkTemplates("a key of index " + index.name(), index.partition(), index.sort());
            compiled.add(EntityIndex.of(
                    new IndexKeys(index.name(), index.partition(), index.sort(), mapping), rules.gate(index), mapping));
        }
        return List.copyOf(compiled);
    }

    private EntityLayout snapshots(EntitySettings<R> declared) {
        if (declared.sort == null || declared.partition == null || version == null) {
            throw new Rejected(
                    "entity.history-needs-sort",
                    "%s keeps its versions, which need a sort key: declare a sort template".formatted(name));
        }
        if (layout.shards() > 0) {
            throw new Rejected(
                    "entity.history-sharded",
                    "%s keeps its versions, but its partition \"%s\" has a shard, so versions of one entity would be in"
                                    .formatted(name, declared.partition)
                            + " different partitions: drop the shard, or keep no versions");
        }
        Map<String, PartType> types = new HashMap<>(KeyComponents.types(mapping));
        types.put(version.name(), PartType.TEXT);
        return layout(declared.partition, declared.sort + "#v#{" + version.name() + "}", types);
    }

    /** Returns whether a component is set by the database, and the value in the caller's record is ignored. */
    public boolean isGenerated(String component) {
        return isStamp(createdAt, component) || isStamp(updatedAt, component) || isVersion(component);
    }

    boolean isVersion(String component) {
        return version != null && version.name().equals(component);
    }

    static boolean isStamp(@Nullable TimestampComponent stamp, String component) {
        return stamp != null && stamp.component().name().equals(component);
    }

    public void requireVersioned() {
        if (version == null) {
            throw new Rejected(
                    "entity.not-versioned", "%s has no version: declare one with versioned(…)".formatted(name));
        }
    }

    /** Returns the attributes whose stored values a put keeps. */
    Set<String> kept() {
        Set<String> kept = new HashSet<>();
        readOnly.forEach(component -> kept.add(mapping.attribute(component)));
        if (createdAt != null) {
            kept.add(createdAt.attribute());
        }
        return kept;
    }

    /** Returns the components of a record with defaults for missing ones, without timestamps and version. */
    public Item content(R record) {
        Item item = mapping.toItem(record, given);
        for (Map.Entry<String, Value> entry : defaults.entrySet()) {
            if (!item.has(entry.getKey())) {
                item = item.with(entry.getKey(), entry.getValue());
            }
        }
        return item;
    }

    /** Returns the version in a record; 0 for none. */
    long versionOf(R record) {
        Object value = version == null ? null : version.object(record);
        if (value instanceof Optional<?> optional) {
            value = optional.orElse(null);
        }
        return value instanceof Number number ? number.longValue() : 0;
    }

    /** Returns the version of a stored item; 0 if there is no item, or it has no version. */
    long versionOf(@Nullable Item item) {
        return version != null && item != null && item.value(version.attribute()) instanceof Num number
                ? number.longValueExact()
                : 0;
    }
}
