package dev.varve.series;

import dev.varve.error.Rejected;
import dev.varve.item.internal.MappingAccess;
import dev.varve.schema.internal.IndexKeys;
import dev.varve.schema.internal.Placement;
import dev.varve.series.internal.definition.CurrentDefinition;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.definition.SeriesDescription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The declaration of a series with a current record: the newest state, besides the events that led to it. */
public final class TrackedSeries<E extends Record, C extends Record> extends Series<E> {

    /** The fact that says where the current record is. */
    private static final String CURRENT = "current";

    /** The fact that says how the current record comes about. */
    private static final String CONTENTS = "current record";

    private static final String MERGED = ", merged";

    private final CurrentDefinition<C> current;

    TrackedSeries(SeriesDefinition<E> events, CurrentDefinition<C> current) {
        super(events);
        this.current = current;
    }

    @Override
    public CurrentMode currentMode() {
        return current.declared.mode();
    }

    public Class<C> currentType() {
        return current.declared.type();
    }

    CurrentDefinition<C> current() {
        return current;
    }

    @Override
    List<Placement> placements() {
        List<Placement> placements = new ArrayList<>(super.placements());
        placements.add(new Placement(
                "current",
                current.declared.table(),
                current.layout,
                current.indexes.stream().map(IndexKeys::entry).toList(),
                attributes(MappingAccess.instance().components(current.mapping)),
                null));
        return placements;
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>(super.facts());
        facts.put(
                CURRENT,
                String.join(" / ", current.layout.partitions()) + " / " + String.join(" / ", current.layout.sorts()));
        return facts;
    }

    /** The record depends on its writer (append or feed) and on the rule for absent fields; a change needs a backfill. */
    @Override
    public Map<String, String> filledFacts() {
        return Map.of(
                CONTENTS,
                current.declared.mode() + (current.declared.absent() == Current.AbsentPolicy.KEEP ? MERGED : ""));
    }

    @Override
    public boolean needsFill(Map<String, String> before) {
        String contents = Objects.requireNonNull(filledFacts().get(CONTENTS));
        if (!before.containsKey(CURRENT)) {
            requireFillable("none, is now " + contents);
            return true;
        }
        // Earlier versions did not record it: it is taken for what is declared now.
        String written = before.getOrDefault(CONTENTS, contents);
        boolean isWrittenByAppends = written.startsWith(CurrentMode.TRANSACTIONAL.name());
        if (written.equals(contents) || (isWrittenByAppends && isMerged(written) == isMerged(contents))) {
            return false;
        }
        requireFillable(written + ", is now " + contents);
        return true;
    }

    private static boolean isMerged(String contents) {
        return contents.endsWith(MERGED);
    }

    private void requireFillable(String change) {
        SeriesDefinition<?> form = form();
        String what = "the current record of series %s was %s, and must be filled from the stored events"
                .formatted(name(), change);
        if (form.catalogue == null && !form.layout.identity().isEmpty()) {
            throw new Rejected(
                    "series.fill-no-catalogue",
                    what
                            + ", but the series keeps no catalogue of its identities. Declare the current record as it"
                            + " was, or store the series in a new table under another name, with named(…)");
        }
        if (form.layout.isBucketed() && form.lookBack == null) {
            throw new Rejected(
                    "series.fill-unbounded",
                    what
                            + ", but the newest event could be in any bucket. Say how far back to look with"
                            + " lookBack(…), or how long events are kept with keep(…)");
        }
    }

    @Override
    public Map<String, @Nullable Object> definition() {
        Map<String, @Nullable Object> definition = new LinkedHashMap<>(super.definition());
        current.declared.definition().forEach((name, value) -> definition.put("current " + name, value));
        return definition;
    }

    @Override
    public String describe() {
        return super.describe() + "\n" + SeriesDescription.of(current);
    }
}
