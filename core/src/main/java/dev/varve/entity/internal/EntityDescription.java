package dev.varve.entity.internal;

import dev.varve.entity.VersionHistory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes a declaration as text. */
public final class EntityDescription {

    private EntityDescription() {}

    public static String of(EntityDefinition<?> definition) {
        List<String> lines = new ArrayList<>();
        lines.add("entity %s of %s".formatted(definition.name, definition.mapping));
        lines.add(indented(definition.layout.describe()));
        for (EntityIndex index : definition.indexes) {
            lines.add("  index %s%s".formatted(index.name(), index.only() == null ? "" : ", " + index.only()));
            lines.add(indented(indented(index.keys().layout().describe())));
        }
        if (definition.version != null) {
            lines.add("  version %s%s".formatted(definition.version.name(), history(definition.history)));
        }
        if (!definition.readOnly.isEmpty()) {
            lines.add("  read-only: "
                    + String.join(", ", definition.readOnly.stream().sorted().toList()));
        }
        lines.add(
                definition.keep == null
                        ? "  kept for ever"
                        : "  kept for %s from the last write".formatted(definition.keep));
        return String.join("\n", lines);
    }

    private static String history(@Nullable VersionHistory history) {
        if (history == null) {
            return "";
        }
        return history.keep() == null ? ", all kept" : ", all kept for " + history.keep();
    }

    private static String indented(String text) {
        return text.indent(2).stripTrailing();
    }
}
