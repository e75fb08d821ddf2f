package dev.varve.series.internal.definition;

import dev.varve.key.Tick;
import dev.varve.schema.internal.IndexKeys;
import dev.varve.series.TtlStart;
import java.util.ArrayList;
import java.util.List;

/** Describes a declaration as text. */
public final class SeriesDescription {

    private SeriesDescription() {}

    public static String of(SeriesDefinition<?> definition) {
        List<String> lines = new ArrayList<>();
        lines.add("series %s of %s".formatted(definition.name, definition.mapping));
        lines.add(indented(definition.layout.describe()));
        for (EventIndex index : definition.indexes) {
            lines.add("  index %s%s"
                            .formatted(index.name(), index.onlyWith() == null ? "" : ", only with " + index.onlyWith())
                    + (index.isShared() ? ", shared" : ""));
            lines.add(indented(indented(index.layout().describe())));
        }
        lines.add(
                definition.keep == null
                        ? "  kept for ever"
                        : "  kept for %s from %s"
                                .formatted(
                                        definition.keep,
                                        definition.ttlBase == TtlStart.EVENT_TIME
                                                ? "the event's clock"
                                                : "the append"));
        lines.add("  a key that is taken: " + definition.conflicts);
        if (definition.packed != null) {
            lines.add("  packed into blocks of " + definition.packed
                    + (definition.packedSince == null ? "" : " since " + Tick.SECONDS.text(definition.packedSince)));
        }
        lines.add(
                definition.catalogue == null
                        ? "  no catalogue"
                        : "  catalogue " + definition.catalogue.partitions().get(0));
        if (definition.rollup != null) {
            lines.add(indented(definition.rollup.describe()));
        }
        return String.join("\n", lines);
    }

    public static String of(CurrentDefinition<?> definition) {
        List<String> lines = new ArrayList<>();
        lines.add("  current record %s of %s, late events: %s"
                .formatted(definition.declared.mode(), definition.mapping, definition.declared.late()));
        lines.add(indented(indented(definition.layout.describe())));
        for (IndexKeys index : definition.indexes) {
            lines.add("    index " + index.name());
            lines.add(indented(indented(indented(index.layout().describe()))));
        }
        if (!definition.enrichment.isEmpty()) {
            lines.add("    enrichment, which no append touches: " + String.join(", ", definition.enrichment));
        }
        return String.join("\n", lines);
    }

    private static String indented(String text) {
        return text.indent(2).stripTrailing();
    }
}
