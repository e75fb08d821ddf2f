package dev.varve.iot;

import dev.varve.error.Rejected;
import dev.varve.item.RecordMapping;
import dev.varve.item.RecordOptions;
import dev.varve.item.ValueType;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.Grain;
import dev.varve.rollup.Group;
import dev.varve.rollup.Measure;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.Stat;
import dev.varve.rollup.Tier;
import dev.varve.series.Current;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds the series of a fleet's readings and its rollup from the declaration. */
final class FleetSeries<E extends Record> {

    static final String DEVICE = "deviceId";
    static final String CLOCK = "at";
    static final String LOCATION = "location";

    private static final List<Grain> GRAINS = List.of(Grain.HOUR, Grain.DAY, Grain.MONTH);
    private static final Stat[] DEFAULT_STATS = {Stat.COUNT, Stat.SUM, Stat.MIN, Stat.MAX, Stat.AVG};
    private static final Stat[] WITH_DEVIATION = {Stat.COUNT, Stat.SUM, Stat.MIN, Stat.MAX, Stat.AVG, Stat.STDDEV};

    private final FleetBuilder<E> fleet;
    private final FleetLayout layout;
    private final RecordMapping<E> mapping;

    FleetSeries(FleetBuilder<E> fleet, RecordMapping<E> mapping) {
        this.fleet = fleet;
        this.layout = fleet.layout;
        this.mapping = mapping;
        requireType(DEVICE, String.class);
        requireType(CLOCK, Instant.class);
    }

    private void requireType(String component, Class<?> type) {
        if (find(component)
                .filter(found -> found.javaType() == type && found.isRequired())
                .isEmpty()) {
            throw new Rejected(
                    "iot.reading-lacks",
                    "record %s has no component %s of type %s, which readings of a fleet need: add it, or rename yours"
                            .formatted(fleet.type.getSimpleName(), component, type.getSimpleName()));
        }
    }

    private Optional<MappedComponent<E>> find(String component) {
        return MappingAccess.instance().components(mapping).stream()
                .filter(each -> each.name().equals(component))
                .findFirst();
    }

    /** Returns whether readings have a location. */
    boolean hasLocation() {
        return find(LOCATION).filter(found -> found.javaType() == String.class).isPresent();
    }

    Series<E> build() {
        FleetLayout.Templates keys = layout.of(FleetItem.READING);
        RecordOptions options = layout.named(fleet.readingOptions(), mapping);
        SeriesBuilder<E> series = Series.of(fleet.type)
                .named("readings")
                .clock(CLOCK)
                .partition(keys.partition())
                .sort(keys.sort())
                .tick(fleet.tick)
                .zone(fleet.zone)
                .onConflict(fleet.conflicts)
                .options(options)
                .lookup(fleet.lookup)
                .rollUp(rollup());
        if (fleet.keep != null) {
            series.keep(fleet.keep);
        }
        if (fleet.isPacked) {
            requirePackable(keys);
            series.packed();
        }
        return layout.isInFourTables()
                ? series.current(Current.fed(fleet.type)
                                .keys("{" + DEVICE + "}")
                                .in(layout.latestTable(fleet.table))
                                .options(options)
                                .lookup(fleet.lookup))
                        .build()
                : series.build();
    }

    private void requirePackable(FleetLayout.Templates keys) {
        String reason = layout.isInFourTables()
                ? "has a table with the latest reading of each device, which every reading would have to update"
                : keys.partition().contains("{shard:") ? "spreads the readings of a device over shards" : null;
        if (reason != null) {
            throw new Rejected(
                    "iot.packed-layout",
                    "fleet %s is packed, but its layout %s: use a layout without it, such as FleetLayout.singleTable(), or leave packed() out"
                            .formatted(fleet.table, reason));
        }
    }

    private Rollup rollup() {
        Rollup rollup = Rollup.of();
        for (String field : measured()) {
            boolean hasBaseline = fleet.baseline != null
                    && (isMap(field) || fleet.baseline.fields().contains(field));
            Stat[] stats = hasBaseline || fleet.hasDeviations ? WITH_DEVIATION : DEFAULT_STATS;
            rollup = isMap(field) ? rollup.numbers(field, stats) : rollup.stats(field, stats);
        }
        for (Measure more : fleet.measures) {
            rollup = rollup.measure(more);
        }
        List<String> attributes = new ArrayList<>(List.of("count"));
        for (Measure measure : rollup.measures()) {
            attributes.addAll(measure.attributes());
        }
        for (Grain grain : GRAINS) {
            rollup = rollup.tier(tier("", grain, attributes));
        }
        if (hasLocation()) {
            rollup = rollup.group(group(Group.by(LOCATION), "LOCATION_", attributes));
        }
        return fleet.hasFleetRows ? rollup.group(group(Group.all("fleet"), "FLEET_", attributes)) : rollup;
    }

    private List<String> measured() {
        if (!fleet.measured.isEmpty()) {
            return fleet.measured;
        }
        List<String> numbers = MappingAccess.instance().components(mapping).stream()
                .filter(component -> component.valueType().equals(Optional.of(ValueType.NUMBER)))
                .<String>map(MappedComponent::name)
                .toList();
        return numbers.isEmpty()
                ? MappingAccess.instance().components(mapping).stream()
                        .<String>map(MappedComponent::name)
                        .filter(this::isMap)
                        .limit(1)
                        .toList()
                : numbers;
    }

    private boolean isMap(String field) {
        return find(field)
                .filter(found -> found.valueType().equals(Optional.of(ValueType.MAP)))
                .isPresent();
    }

    private Group group(Group group, String prefix, List<String> attributes) {
        Group made = group;
        for (Grain grain : GRAINS) {
            made = made.tier(tier(prefix, grain, attributes));
        }
        return made;
    }

    private Tier tier(String prefix, Grain grain, List<String> attributes) {
        FleetLayout.Templates keys = layout.of(FleetItem.rows(prefix, grain));
        Tier tier = Tier.of(grain).keys(keys.partition(), keys.sort());
        for (String attribute : attributes) {
            if (!layout.rowName(attribute).equals(attribute)) {
                tier = tier.name(attribute, layout.rowName(attribute));
            }
        }
        Duration keep = fleet.keepRows.get(grain);
        tier = keep == null ? tier : tier.keep(keep);
        return layout.isInFourTables() ? tier.in(layout.rowTable(fleet.table)) : tier;
    }
}
