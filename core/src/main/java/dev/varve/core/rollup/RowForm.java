package dev.varve.core.rollup;

import dev.varve.core.item.Item;
import dev.varve.core.key.Parts;
import dev.varve.core.key.SeriesLayout;
import dev.varve.core.schema.Placement;
import dev.varve.core.table.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of one length of time, of the series themselves or of a group: their keys, and what is stored in them. */
final class RowForm {

    private final Tier tier;
    private final SeriesLayout layout;
    private final List<RowIndex> indexes;
    private final @Nullable Group group;
    private final Map<String, String> canonical = new HashMap<>();

    RowForm(Tier tier, SeriesLayout layout, List<RowIndex> indexes, @Nullable Group group) {
        this.tier = tier;
        this.layout = layout;
        this.indexes = indexes;
        this.group = group;
        tier.names().forEach((name, stored) -> canonical.put(stored, name));
    }

    Tier tier() {
        return tier;
    }

    SeriesLayout layout() {
        return layout;
    }

    @Nullable
    Duration keep() {
        return tier.keep();
    }

    String role() {
        return role(tier, group);
    }

    static String role(Tier tier, @Nullable Group group) {
        return tier.word() + " rows" + (group == null ? "" : " of group " + group.name());
    }

    Placement placement(List<String> attributes) {
        Map<String, String> stored = new HashMap<>();
        attributes.forEach(name -> stored.put(name, tier.names().getOrDefault(name, name)));
        return new Placement(
                role(),
                tier.table(),
                layout,
                indexes.stream().map(RowIndex::entry).toList(),
                stored,
                tier.keep() != null);
    }

    /** Returns the start of the bucket that holds a clock. */
    Instant start(Instant clock) {
        return layout.floor(clock);
    }

    /** Returns the end of the bucket that holds a clock, which is the start of the next. */
    Instant end(Instant clock) {
        return layout.next(clock);
    }

    /** Returns whether a row that begins here has had its time. */
    boolean isOver(Instant start, Instant now) {
        return tier.keep() != null && !start.plus(tier.keep()).isAfter(now);
    }

    List<RowIndex> indexes() {
        return indexes;
    }

    Key key(Parts identity, Instant start) {
        return Key.of(layout.write(identity, start));
    }

    /** Returns a row under the names its attributes are stored by. */
    Item stored(Item row) {
        return renamed(row, tier.names());
    }

    /** Returns a stored row under the names all tiers know its attributes by. */
    Item canonical(Item stored) {
        return renamed(stored, canonical);
    }

    private static Item renamed(Item row, Map<String, String> names) {
        if (names.isEmpty()) {
            return row;
        }
        Item.Builder renamed = Item.builder();
        row.forEach((name, value) -> renamed.put(names.getOrDefault(name, name), value));
        return renamed.build();
    }
}
