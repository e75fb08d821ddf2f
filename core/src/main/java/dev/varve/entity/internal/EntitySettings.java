package dev.varve.entity.internal;

import dev.varve.entity.EntityBuilder;
import dev.varve.entity.VersionHistory;
import dev.varve.item.RecordOptions;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The mutable settings that {@link EntityBuilder} collects; public fields, because only the compiled definition reads them. */
public final class EntitySettings<R extends Record> {

    public final Class<R> type;
    public String name;

    public @Nullable String partition;

    public @Nullable String sort;

    public RecordOptions options = RecordOptions.defaults();
    public MethodHandles.Lookup lookup = MethodHandles.lookup();
    public final List<EntityIndex.Declared> indexes = new ArrayList<>();
    public final Map<String, Object> defaults = new LinkedHashMap<>();
    public final Set<String> readOnly = new LinkedHashSet<>();

    public @Nullable String createdAt;

    public @Nullable String updatedAt;

    public @Nullable String version;

    public @Nullable VersionHistory history;

    public @Nullable Duration keep;

    public EntitySettings(Class<R> type) {
        this.type = type;
        this.name = type.getSimpleName();
    }

    /** Returns all settings by name. */
    public Map<String, @Nullable Object> definition() {
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
}
