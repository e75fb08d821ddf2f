package dev.varve.rollup.internal.definition;

import dev.varve.error.Rejected;
import dev.varve.item.Value;
import dev.varve.item.internal.Codec;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.Grain;
import dev.varve.key.PartType;
import dev.varve.key.ZoneHistory;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.key.internal.SeriesLayoutBuilder;
import dev.varve.key.internal.SortType;
import dev.varve.rollup.Group;
import dev.varve.rollup.Measure;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.Stat;
import dev.varve.rollup.Tier;
import dev.varve.schema.internal.Placement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The declaration of a rollup, compiled and checked against the events. */
public final class CompiledRollup {

    /** The attribute of a row with the number of its events. */
    public static final String COUNT = "count";

    /** The attribute of a row with its version: the number of its writes. */
    public static final String VERSION = "rowVersion";

    private final EventDescription events;
    private final Rollup declared;
    private final List<RowMapping> tiers = new ArrayList<>();
    private final Map<String, List<RowMapping>> groups = new LinkedHashMap<>();
    private final RetentionRules retention;
    private final EntityLayout state;
    private final @Nullable Codec<?> clock;

    public CompiledRollup(Rollup declared, EventDescription events) {
        this.declared = declared;
        this.events = events;
        if (declared.tiers().isEmpty()) {
            throw new Rejected(
                    "rollup.no-tier",
                    "the rollup of series %s has no tier: call hourly(), daily() or monthly()"
                            .formatted(events.series()));
        }
        if (events.zones() != null) {
            checkZones(declared, events);
        }
        checkMeasures();
        for (Tier tier : declared.tiers()) {
            tiers.add(rowMapping(tier, layout(tier), null, identityTypes()));
        }
        for (Group group : declared.groups()) {
            groups.put(group.name(), groupRows(group));
        }
        retention =
                new RetentionRules(events, declared.tiers(), !declared.groups().isEmpty());
        clock = declared.measures().stream().anyMatch(CarriedMeasure.class::isInstance)
                ? component(events.layout().clock()).codec()
                : null;
        state = Layout.entity("ROLLUP#" + events.series(), "STATE#{what}");
    }

    private static void checkZones(Rollup declared, EventDescription events) {
        if (!declared.groups().isEmpty()) {
            throw new Rejected(
                    "rollup.zones-and-groups",
                    "the rollup of series %s has the group %s, but its members have different zones: their days do not"
                                    .formatted(
                                            events.series(),
                                            declared.groups().get(0).name())
                            + " begin together, so group rows cannot be computed. Drop the groups or zoneFrom(…)");
        }
        for (Tier tier : declared.tiers()) {
            if (tier.grain() == Grain.HOUR && (tier.partition() + tier.sort()).contains(":dashed}")) {
                throw new Rejected(
                        "rollup.zones-and-dashed",
                        "the hourly rows of series %s have dashed keys, which hold hours of UTC, but use other zones: write"
                                        .formatted(events.series())
                                + " {%s:hour}".formatted(events.layout().clock()));
            }
        }
    }

    private void checkMeasures() {
        Set<String> names = new HashSet<>(Set.of(COUNT, VERSION));
        declared.groups().forEach(group -> names.add(tag(group)));
        for (Measure measure : declared.measures()) {
            MappedComponent<?> component = component(measure.field());
            if (component.valueType().filter(measure::takes).isEmpty()) {
                throw new Rejected(
                        "rollup.field-type",
                        "series %s cannot roll up %s: the component is stored as %s"
                                .formatted(
                                        events.series(),
                                        measure.definition(),
                                        component.valueType().map(Enum::name).orElse("any type")));
            }
            for (String attribute : measure.attributes()) {
                if (!names.add(attribute)) {
                    throw new Rejected(
                            "rollup.attribute-repeated",
                            "two measures of series %s write the attribute %s: leave one out"
                                    .formatted(events.series(), attribute));
                }
            }
        }
        boolean hasMap = declared.measures().stream().anyMatch(NumberMapMeasure.class::isInstance);
        if (hasMap
                && declared.measures().stream()
                                .filter(measure -> measure instanceof NumberMapMeasure || measure instanceof FieldStats)
                                .count()
                        > 1) {
            throw new Rejected(
                    "rollup.numbers-alone",
                    "series %s rolls up the numbers of a map and other numbers, whose names could collide in a row: put all into the map"
                            .formatted(events.series()));
        }
        for (Group group : declared.groups()) {
            if (group.field() != null && !events.types().containsKey(group.field())) {
                component(group.field());
                throw new Rejected(
                        "rollup.group-field",
                        "series %s cannot be grouped by %s, which is neither text, number nor boolean"
                                .formatted(events.series(), group.field()));
            }
        }
    }

    private MappedComponent<?> component(String field) {
        return MappingAccess.instance().components(events.mapping()).stream()
                .filter(component -> component.name().equals(field))
                .findFirst()
                .orElseThrow(() -> new Rejected(
                        "rollup.field-unknown",
                        "series %s rolls up %s, which is not a component of its events; there are %s"
                                .formatted(
                                        events.series(),
                                        field,
                                        MappingAccess.instance().components(events.mapping()).stream()
                                                .map(MappedComponent::name)
                                                .toList())));
    }

    private RowMapping rowMapping(Tier tier, SeriesLayout layout, @Nullable Group group, Map<String, PartType> types) {
        List<String> attributes = new ArrayList<>(List.of(COUNT, VERSION));
        declared.measures().forEach(measure -> attributes.addAll(measure.attributes()));
        if (group == null) {
            declared.groups().stream()
                    .filter(each -> each.field() != null)
                    .map(CompiledRollup::tag)
                    .forEach(attributes::add);
        }
        String shared = declared.sharedRows().orElse(null);
        return new RowMapping(
                shared == null ? tier : own(tier, group, shared),
                layout,
                indexes(tier, group, types),
                new RowMapping.Contents(attributes, group, shared, isPaged(tier, layout, group)));
    }

    /**
     * Returns whether rows of an identity are stored together in pages. Rows with an index of their own, rows that other rollups
     * write too and rows with large measures are items, and so are all rows of a series that is not packed.
     */
    private boolean isPaged(Tier tier, SeriesLayout layout, @Nullable Group group) {
        return events.isPacked()
                && group == null
                && RowMapping.pageGrain(tier.grain()) != null
                && tier.indexes().isEmpty()
                && declared.sharedRows().isEmpty()
                && !layout.isSharded()
                && declared.measures().stream()
                        .allMatch(measure -> measure instanceof FieldStats
                                || measure instanceof NumberMapMeasure
                                || measure instanceof CarriedMeasure);
    }

    /** Returns a tier whose rows other rollups write too, with its own version attribute. */
    private Tier own(Tier tier, @Nullable Group group, String shared) {
        if (!tier.names().containsKey(COUNT)) {
            throw new Rejected(
                    "rollup.shared-count",
                    "the %s of series %s are shared as %s, where \"%s\" would be ambiguous: store it under another name,"
                                    .formatted(RowMapping.role(tier, group), events.series(), shared, COUNT)
                            + " as in name(\"%s\", \"pageViews\")".formatted(COUNT));
        }
        return tier.names().containsKey(VERSION) ? tier : tier.name(VERSION, events.series() + "Version");
    }

    private SeriesLayout layout(Tier tier) {
        SeriesLayout layout = events.layout();
        String partition = tier.partition() == null ? defaultPartition() : tier.partition();
        String rest = layout.identity().stream()
                .map(part -> "{" + part + "}")
                .filter(part -> !partition.contains(part))
                .map(part -> part + "#")
                .collect(Collectors.joining());
        String sort = tier.sort() == null ? "AGG#" + rest + defaultSort(tier) : tier.sort();
        SeriesLayout rows = rows(tier, partition, sort, identityTypes());
        if (!Set.copyOf(rows.identity()).equals(Set.copyOf(layout.identity()))) {
            throw new Rejected(
                    "rollup.tier-keys",
                    "the keys of the %s rows of series %s hold %s before the clock; they must hold the identity, %s"
                            .formatted(tier.word(), events.series(), rows.identity(), layout.identity()));
        }
        return rows;
    }

    private Map<String, PartType> identityTypes() {
        Map<String, PartType> types = new HashMap<>(events.types());
        types.keySet().retainAll(events.layout().identity());
        return types;
    }

    private List<RowIndex> indexes(Tier tier, @Nullable Group group, Map<String, PartType> types) {
        String whose = "the %s of series %s".formatted(RowMapping.role(tier, group), events.series());
        return RowIndex.of(tier, whose, index -> keys(index.partition(), index.sort(), types));
    }

    private SeriesLayout keys(String partition, String sort, Map<String, PartType> types) {
        SeriesLayoutBuilder keys = Layout.series(events.layout().clock()).parts(types);
        return (events.zones() == null
                        ? keys.keysInZonesOf(events.layout(), partition, sort)
                        : keys.zones(zones()).keys(partition, sort))
                .build();
    }

    /**
     * Returns the partition of the events if each identity has one partition, so that rows are next to their events;
     * otherwise a partition of its own.
     */
    private String defaultPartition() {
        SeriesLayout layout = events.layout();
        List<String> templates = layout.partitions().stream().distinct().toList();
        boolean isOne = templates.size() == 1 && !layout.isBucketed() && layout.shards() == 0;
        return isOne && layout.sortType() == SortType.TEXT
                ? templates.get(0)
                : events.series()
                        + layout.identity().stream()
                                .map(part -> "#{" + part + "}")
                                .collect(Collectors.joining());
    }

    private String defaultSort(Tier tier) {
        return tier.word() + "#{" + events.layout().clock() + ":" + tier.grain().word() + "}";
    }

    private SeriesLayout rows(Tier tier, String partition, String sort, Map<String, PartType> types) {
        SeriesLayout rows = keys(partition, sort, types);
        if (rows.rowGrain().orElse(null) != tier.grain() || !rows.eventParts().isEmpty()) {
            throw new Rejected(
                    "rollup.tier-keys",
                    "the keys \"%s\" / \"%s\" of the %s rows of series %s must hold the clock to the %s, and nothing after it:"
                                    .formatted(
                                            partition,
                                            sort,
                                            tier.word(),
                                            events.series(),
                                            tier.grain().word())
                            + " write {%s:%s}"
                                    .formatted(
                                            events.layout().clock(),
                                            tier.grain().word()));
        }
        return rows;
    }

    private List<RowMapping> groupRows(Group group) {
        List<RowMapping> rows = new ArrayList<>();
        for (Tier own : declared.tiers()) {
            Tier tier = group.tiers()
                    .getOrDefault(
                            own.grain(), new Tier(own.grain(), own.keep(), null, null, null, own.names(), List.of()));
            String value = group.field() == null ? "" : "#{" + group.field() + "}";
            Map<String, PartType> types = new HashMap<>();
            if (group.field() != null) {
                // Values of any type are grouped by their text.
                types.put(group.field(), PartType.TEXT);
            }
            SeriesLayout layout = rows(
                    tier,
                    tier.partition() == null ? events.series() + "#" + group.name() + value : tier.partition(),
                    tier.sort() == null ? "GROUP#" + defaultSort(tier) : tier.sort(),
                    types);
            if (!Set.copyOf(layout.identity()).equals(types.keySet())) {
                throw new Rejected(
                        "rollup.group-keys",
                        "the keys of the %s rows of group %s hold %s; they must hold %s"
                                .formatted(tier.word(), group.name(), layout.identity(), types.keySet()));
            }
            rows.add(rowMapping(tier, layout, group, types));
        }
        return rows;
    }

    /** Returns whether each identity has its own zones, which are not known here. */
    public boolean isZoned() {
        return events.zones() != null && events.zones().followed() == null;
    }

    /** Returns the zones of these rows, if they do not come from the layout; UTC while they are not known. */
    public ZoneHistory zones() {
        IdentityZones zones = events.zones();
        return zones == null || zones.followed() == null ? ZoneHistory.UTC : zones.followed();
    }

    /** Returns this rollup for rows with these zones. */
    public CompiledRollup in(ZoneHistory zones) {
        return new CompiledRollup(declared, events.in(zones));
    }

    public Rollup declared() {
        return declared;
    }

    /** Returns the measures that also depend on readings before a bucket. */
    public List<CarriedMeasure> carried() {
        return declared.measures().stream()
                .filter(CarriedMeasure.class::isInstance)
                .map(CarriedMeasure.class::cast)
                .toList();
    }

    /** Returns the stored clock of an event as an instant; only for rollups with {@link #carried} measures. */
    public Instant clockOf(Value stored) {
        return (Instant) Objects.requireNonNull(Objects.requireNonNull(clock).read(stored));
    }

    public EventDescription events() {
        return events;
    }

    public RetentionRules retention() {
        return retention;
    }

    /** Returns the rows of the identities, the finest tier first. */
    public List<RowMapping> tiers() {
        return tiers;
    }

    /** Returns the rows of a group, the finest tier first; refuses an unknown name. */
    public List<RowMapping> groupTiers(String group) {
        List<RowMapping> rows = groups.get(group);
        if (rows == null) {
            throw new Rejected(
                    "rollup.group-unknown",
                    "series %s has no group %s; it has %s".formatted(events.series(), group, groups.keySet()));
        }
        return rows;
    }

    /** Returns the keys of the rollup state. */
    public EntityLayout state() {
        return state;
    }

    /** Returns the attribute of a row with the group values of its events. */
    public static String tag(Group group) {
        return Stat.named("group", group.name());
    }

    /** Returns how late an event may be, or null for no limit. */
    public @Nullable Duration maxLate() {
        return retention.maxLate();
    }

    /** Returns the kinds of items that a rollup stores. */
    public List<Placement> placements() {
        List<Placement> placements = new ArrayList<>();
        tiers.forEach(rows -> placements.add(rows.placement()));
        groups.values().forEach(all -> all.forEach(rows -> placements.add(rows.placement())));
        placements.add(new Placement("rollup state", tiers.get(0).tier().table(), state, List.of(), Map.of(), null));
        return placements;
    }

    /** Returns the facts that stored rows depend on, by name. */
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        tiers.forEach(rows -> facts.put(rows.role(), text(rows)));
        groups.forEach((name, all) -> all.forEach(rows -> facts.put(rows.role(), text(rows))));
        for (Measure measure : declared.measures()) {
            facts.put("rollup " + measure.attributes().get(0), measure.definition());
        }
        return facts;
    }

    /** Returns the keys and names of rows. Sorted by name, because the order of a map may differ between processes. */
    private String text(RowMapping rows) {
        return keys(rows)
                + (rows.tier().names().isEmpty()
                        ? ""
                        : " names " + new TreeMap<>(rows.tier().names()));
    }

    private String keys(RowMapping rows) {
        IdentityZones zones = events.zones();
        return zones == null
                ? String.join("; ", rows.layout().epochTexts())
                : "\"%s\" / \"%s\" in the zone of %s"
                        .formatted(
                                rows.layout().partitions().get(0),
                                rows.layout().sorts().get(0),
                                zones.source());
    }

    /** Returns a readable description: each tier with its keys and retention. */
    public String describe() {
        StringBuilder text = new StringBuilder("rolled up: ")
                .append(declared.measures().stream().map(Measure::definition).collect(Collectors.joining(", ")));
        tiers.forEach(rows -> describe(text, rows));
        groups.values().forEach(all -> all.forEach(rows -> describe(text, rows)));
        return text.toString();
    }

    private void describe(StringBuilder text, RowMapping rows) {
        text.append("\n  ")
                .append(rows.role())
                .append(" in ")
                .append(keys(rows))
                .append(rows.keep() == null ? ", kept for ever" : ", kept for " + rows.keep());
        rows.indexes()
                .forEach(index -> text.append(", in index ")
                        .append(index.name())
                        .append(" as ")
                        .append(String.join("; ", index.layout().epochTexts())));
        if (rows.shared() != null) {
            text.append(", shared as ").append(rows.shared());
        }
    }
}
