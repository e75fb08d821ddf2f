package dev.varve.rollup.internal.definition;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.key.Grain;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.key.internal.text.ClockDomain;
import dev.varve.rollup.Group;
import dev.varve.rollup.Tier;
import dev.varve.schema.internal.Placement;
import dev.varve.table.Key;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of one tier, of the identities or of a group: their keys and their stored attributes. */
public final class RowMapping {

    /**
     * The content of the rows.
     *
     * @param attributes the canonical names of the attributes, including the version
     * @param group the group of the rows, or null for rows of identities
     * @param shared the common name of items that several rollups write, or null if no other rollup writes them
     * @param isPaged whether rows are stored together in pages
     */
    record Contents(
            List<String> attributes,
            @Nullable Group group,
            @Nullable String shared,
            boolean isPaged) {}

    private final Tier tier;
    private final SeriesLayout layout;
    private final List<RowIndex> indexes;
    private final Contents contents;
    private final boolean isCut;
    // Canonical names by stored name.
    private final Map<String, String> attributes = new LinkedHashMap<>();

    RowMapping(Tier tier, SeriesLayout layout, List<RowIndex> indexes, Contents contents) {
        this.tier = tier;
        this.layout = layout;
        this.indexes = indexes;
        this.contents = contents;
        this.isCut = layout.isBucketed() || !layout.changes().isEmpty();
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

    public String role() {
        return role(tier, contents.group());
    }

    public static String role(Tier tier, @Nullable Group group) {
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

    /** Returns the common name of items that several rollups write, or null if no other rollup writes them. */
    @Nullable
    public String shared() {
        return contents.shared();
    }

    /** Returns the stored name of an attribute. */
    public String storedName(String attribute) {
        return tier.names().getOrDefault(attribute, attribute);
    }

    /** Returns the stored names of all attributes that rows can have. */
    public Set<String> storedNames() {
        return attributes.keySet();
    }

    /** Returns the start of the bucket that contains a clock. */
    public Instant start(Instant clock) {
        return layout.floor(clock);
    }

    /** Returns the end of the bucket that contains a clock, which is the start of the next. */
    public Instant end(Instant clock) {
        return layout.next(clock);
    }

    /** Returns the span of UTC time of a page with rows of this grain; null if rows of this grain are always items. */
    static @Nullable Duration pageGrain(Grain grain) {
        return switch (grain) {
            // About a KB each, so that writing one more row costs a write unit, as an item would.
            case MINUTE -> Duration.ofHours(1);
            case HOUR -> Duration.ofDays(1);
            case DAY, MONTH, YEAR -> null;
        };
    }

    /** Returns the length of a bucket: days of 24 hours, months of 30 days. */
    public static Duration usualLength(Grain grain) {
        return switch (grain) {
            case MINUTE -> Duration.ofMinutes(1);
            case HOUR -> Duration.ofHours(1);
            case DAY -> Duration.ofDays(1);
            case MONTH -> Duration.ofDays(30);
            case YEAR -> Duration.ofDays(365);
        };
    }

    /** Returns whether rows are stored together in pages. */
    public boolean isPaged() {
        return contents.isPaged();
    }

    /** Returns the start of the first bucket of the page that holds the row of a bucket. */
    public Instant pageStart(Instant start) {
        Instant from = pageRange(start).from();
        Instant first = layout.floor(from);
        return first.equals(from) ? first : layout.next(from);
    }

    /**
     * Returns the range that the buckets of a page start in: an even span of UTC time, cut where partitions or epochs of the
     * layout change.
     */
    public TimeRange pageRange(Instant start) {
        long span = Objects.requireNonNull(pageGrain(tier.grain())).toSeconds();
        long second = start.getEpochSecond() - Math.floorMod(start.getEpochSecond(), span);
        Instant from = Instant.ofEpochSecond(second);
        Instant to = Instant.ofEpochSecond(second + span);
        if (!isCut) {
            return new TimeRange(from, to);
        }
        TimeRange same = layout.partitionRange(start);
        return new TimeRange(
                same.from().isAfter(from) ? same.from() : from, same.to().isBefore(to) ? same.to() : to);
    }

    /** Returns whether all rows of a range are in one page. */
    public boolean isInOnePage(TimeRange range) {
        return ClockDomain.clamp(range).equals(range)
                && !range.isEmpty()
                && !range.to().isAfter(pageRange(range.from()).to());
    }

    /** Returns the range of rows that must be read to find all rows of a range: it begins with a page. */
    public TimeRange pagesOf(TimeRange range) {
        return ClockDomain.clamp(range).from().equals(range.from()) && !range.isEmpty()
                ? new TimeRange(pageRange(range.from()).from(), range.to())
                : range;
    }

    /** Returns whether the row of a bucket has expired. */
    public boolean isExpired(Instant start, Instant now) {
        return tier.keep() != null && !start.plus(tier.keep()).isAfter(now);
    }

    public List<RowIndex> indexes() {
        return indexes;
    }

    public Key key(Parts identity, Instant start) {
        return LayoutKeys.key(layout.write(identity, start));
    }

    /** Returns a row with the stored names of its attributes. */
    public Item stored(Item row) {
        if (tier.names().isEmpty()) {
            return row;
        }
        Item.Builder stored = Item.builder();
        row.forEach((name, value) -> stored.put(storedName(name), value));
        return stored.build();
    }

    /** Returns a stored row with canonical attribute names, without the attributes of other rollups. */
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

    /** Returns whether an item is a row of this rollup, and not only of others that share it. */
    public boolean isRow(Item stored) {
        return contents.shared() == null || stored.value(storedName(CompiledRollup.VERSION)) != null;
    }
}
