package dev.varve.series.internal;

import dev.varve.schema.internal.IndexKeys;
import dev.varve.series.TtlStart;
import java.util.ArrayList;
import java.util.List;

/** What a declaration says, for people. */
public final class SeriesDescription {

    private SeriesDescription() {}

    public static String of(SeriesDefinition<?> form) {
        List<String> lines = new ArrayList<>();
        lines.add("series %s of %s".formatted(form.name, form.mapping));
        lines.add(indented(form.layout.describe()));
        for (EventIndex index : form.indexes) {
            lines.add("  index %s%s"
                            .formatted(index.name(), index.onlyWith() == null ? "" : ", only with " + index.onlyWith())
                    + (index.isShared() ? ", shared" : ""));
            lines.add(indented(indented(index.layout().describe())));
        }
        lines.add(
                form.keep == null
                        ? "  kept for ever"
                        : "  kept for %s from %s"
                                .formatted(
                                        form.keep,
                                        form.ttlBase == TtlStart.EVENT_TIME ? "the event's clock" : "the append"));
        lines.add("  a key that is taken: " + form.conflicts);
        lines.add(
                form.catalogue == null
                        ? "  no catalogue"
                        : "  catalogue " + form.catalogue.partitions().get(0));
        if (form.rollup != null) {
            lines.add(indented(form.rollup.describe()));
        }
        return String.join("\n", lines);
    }

    public static String of(CurrentDefinition<?> form) {
        List<String> lines = new ArrayList<>();
        lines.add("  current record %s of %s, late events: %s"
                .formatted(form.declared.mode(), form.mapping, form.declared.late()));
        lines.add(indented(indented(form.layout.describe())));
        for (IndexKeys index : form.indexes) {
            lines.add("    index " + index.name());
            lines.add(indented(indented(indented(index.layout().describe()))));
        }
        if (!form.enrichment.isEmpty()) {
            lines.add("    enrichment, which no append touches: " + String.join(", ", form.enrichment));
        }
        return String.join("\n", lines);
    }

    private static String indented(String text) {
        return text.indent(2).stripTrailing();
    }
}
