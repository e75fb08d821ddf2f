package dev.varve.schema.internal;

import dev.varve.item.RecordOptions;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The mutable settings that the builders of series and entities have in common; public fields, because only the compiled
 * definitions read them.
 *
 * @param <R> the record
 */
public abstract class DeclarationSettings<R extends Record> {

    public final Class<R> type;
    public String name;

    public @Nullable String partition;

    public @Nullable String sort;

    public RecordOptions options = RecordOptions.defaults();
    public MethodHandles.Lookup lookup = MethodHandles.lookup();

    public @Nullable Duration keep;

    protected DeclarationSettings(Class<R> type) {
        this.type = type;
        this.name = type.getSimpleName();
    }

    /** Returns all settings by name. Subclasses add their own. */
    public Map<String, @Nullable Object> definition() {
        Map<String, @Nullable Object> definition = new LinkedHashMap<>();
        definition.put("record", type);
        definition.put("partition", partition);
        definition.put("sort", sort);
        return definition;
    }
}
