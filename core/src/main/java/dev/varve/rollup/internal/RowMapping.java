package dev.varve.rollup.internal;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.rollup.Group;
import dev.varve.rollup.Tier;
import dev.varve.schema.internal.Placement;
import dev.varve.table.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows of one length of time, of the series themselves or of a group: their keys, and what is stored in them. */
public final class RowMapping {

    /**
     * What rows hold, and for whom.
     *
     * @param attributes the attributes under the names all tiers know them by, the version among them
     * @param group the group they are of, or null for those of the series themselves
     * @param shared what all who write the same items call them, or null where nobody else does
     */
    record Contents(
            List<String> attributes,
            @Nullable Group group,
            @Nullable String shared) {}

    private final Tier tier;
    private final SeriesLayout layout;
    private final List<RowIndex> indexes;
    private final Contents contents;
    // By the names they are stored under.
    private final Map<String, String> attributes = new LinkedHashMap<>();

    RowMapping(Tier tier, SeriesLayout layout, List<RowIndex> indexes, Contents contents) {
        this.tier = tier;
        this.layout = layout;
        this.indexes = indexes;
        this.contents = contents;
        for (String name : contents.attributes()) {
            String before = attributes.put(storedName(name), name);
            if (before != null) {
                throw new Rejected(
                        "rollup.name-repeated",
                        "%s and %s of %s are both stored as %s: choose another name for one of them"
                                .formatted(before, name, role(), storedName(name)));
            }
        }
    }

    public Tier tier() {
        return tier;
    }

    public SeriesLayout layout() {
        return layout;
    }

    @Nullable
    public Duration keep() {
        return tier.keep();
    }

    String role() {
        return role(tier, contents.group());
    }

    static String role(Tier tier, @Nullable Group group) {
        return tier.word() + " rows" + (group == null ? "" : " of group " + group.name());
    }

    Placement placement() {
        Map<String, String> stored = new HashMap<>();
        attributes.forEach((name, canonical) -> stored.put(canonical, name));
        return new Placement(
                role(),
                tier.table(),
                layout,
                indexes.stream().map(RowIndex::entry).toList(),
                stored,
                tier.keep(),
                contents.shared());
    }

    /** Returns what all who write the same items call them, or null where nobody else does. */
    @Nullable
    String shared() {
        return contents.shared();
    }

    /** Returns the name an attribute is stored under. */
    String storedName(String attribute) {
        return tier.names().getOrDefault(attribute, attribute);
    }

    /** Returns the names of all attributes that rows can have, as they are stored. */
    Set<String> storedNames() {
        return attributes.keySet();
    }

    /** Returns the start of the bucket that holds a clock. */
    public Instant start(Instant clock) {
        return layout.floor(clock);
    }

    /** Returns the end of the bucket that holds a clock, which is the start of the next. */
    public Instant end(Instant clock) {
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
        if (tier.names().isEmpty()) {
            return row;
        }
        Item.Builder stored = Item.builder();
        row.forEach((name, value) -> stored.put(storedName(name), value));
        return stored.build();
    }

    /** Returns a stored row under the names all tiers know its attributes by, without those that others wrote. */
    public Item canonical(Item stored) {
        if (contents.shared() == null && tier.names().isEmpty()) {
            return stored;
        }
        Item.Builder row = Item.builder();
        stored.forEach((name, value) -> {
            String canonical = attributes.get(name);
            if (canonical != null || contents.shared() == null) {
                row.put(canonical == null ? name : canonical, value);
            }
        });
        return row.build();
    }

    /** Returns whether an item is a row of this form, and not only of others that share it. */
    boolean isRow(Item stored) {
        return contents.shared() == null || stored.value(storedName(CompiledRollup.VERSION)) != null;
    }
}
