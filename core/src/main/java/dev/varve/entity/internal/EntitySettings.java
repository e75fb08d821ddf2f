package dev.varve.entity.internal;

import dev.varve.entity.EntityBuilder;
import dev.varve.entity.VersionHistory;
import dev.varve.schema.internal.DeclarationSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The mutable settings that {@link EntityBuilder} collects; public fields, because only the compiled definition reads them. */
public final class EntitySettings<R extends Record> extends DeclarationSettings<R> {

    public final List<EntityIndex.Declared> indexes = new ArrayList<>();
    public final Map<String, Object> defaults = new LinkedHashMap<>();
    public final Set<String> readOnly = new LinkedHashSet<>();

    public @Nullable String createdAt;

    public @Nullable String updatedAt;

    public @Nullable String version;

    public @Nullable VersionHistory history;

    public EntitySettings(Class<R> type) {
        super(type);
    }

    @Override
    public Map<String, @Nullable Object> definition() {
        Map<String, @Nullable Object> definition = super.definition();
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
