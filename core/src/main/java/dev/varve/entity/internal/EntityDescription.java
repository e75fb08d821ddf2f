package dev.varve.entity.internal;

import dev.varve.entity.VersionHistory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a declaration says, for people. */
public final class EntityDescription {

    private EntityDescription() {}

    public static String of(EntityDefinition<?> form) {
        List<String> lines = new ArrayList<>();
        lines.add("entity %s of %s".formatted(form.name, form.mapping));
        lines.add(indented(form.layout.describe()));
        for (EntityIndex index : form.indexes) {
            lines.add("  index %s%s".formatted(index.name(), index.only() == null ? "" : ", " + index.only()));
            lines.add(indented(indented(index.keys().layout().describe())));
        }
        if (form.version != null) {
            lines.add("  version %s%s".formatted(form.version.name(), history(form.history)));
        }
        if (!form.readOnly.isEmpty()) {
            lines.add("  read-only: "
                    + String.join(", ", form.readOnly.stream().sorted().toList()));
        }
        lines.add(form.keep == null ? "  kept for ever" : "  kept for %s from the last write".formatted(form.keep));
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
