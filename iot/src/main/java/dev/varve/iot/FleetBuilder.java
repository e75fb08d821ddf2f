package dev.varve.iot;

import dev.varve.alert.AlertRule;
import dev.varve.alert.Detector;
import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import dev.varve.item.RecordOptions;
import dev.varve.key.Grain;
import dev.varve.key.Tick;
import dev.varve.rollup.Measure;
import dev.varve.series.ConflictPolicy;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Declares a {@link Fleet}; {@link #build} checks the declaration.
 *
 * <pre>{@code
 * Fleet.of(Reading.class).table("telemetry")
 *     .inactiveAfter(Duration.ofMinutes(15))
 *     .rules(AlertRule.named("too-hot").above("temperature", 30).severity(CRITICAL).build())
 *     .build();
 * }</pre>
 */
public final class FleetBuilder<E extends Record> {

    /** A quarter of the limit is stored in whole seconds. */
    private static final Duration SHORTEST_INACTIVITY = Duration.ofSeconds(4);

    /** The current time minus the limit must stay within the years that keys support. */
    private static final Duration LONGEST_INACTIVITY = Duration.ofDays(3_650);

    final Class<E> type;
    String table = "fleet";
    FleetLayout layout = FleetLayout.singleTable();
    RecordOptions options = RecordOptions.defaults();
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    Tick tick = Tick.SECONDS;
    ZoneId zone = ZoneOffset.UTC;
    ConflictPolicy conflicts = ConflictPolicy.REFUSE;

    @Nullable
    Duration keep = Duration.ofDays(30);

    @Nullable
    Duration keepAnomalies;

    final Map<Grain, Duration> keepRows = new EnumMap<>(Grain.class);
    List<String> measured = List.of();
    final List<Measure> measures = new ArrayList<>();
    boolean isPacked;
    boolean hasFleetRows;
    boolean hasDeviations;
    Duration inactiveAfter = Duration.ofMinutes(15);
    int statusShards;
    boolean registersUnknown;
    final List<AlertRule> rules = new ArrayList<>();
    final List<Detector> detectors = new ArrayList<>();

    @Nullable
    BaselineWindow baseline;

    FleetBuilder(Class<E> type) {
        this.type = type;
    }

    /** Sets the name of the table; the default is {@code fleet}. */
    public FleetBuilder<E> table(String name) {
        table = name;
        return this;
    }

    /** Sets the key templates and attribute names of items. */
    public FleetBuilder<E> layout(FleetLayout newLayout) {
        layout = newLayout;
        return this;
    }

    /** Sets how readings are stored; attributes that are not renamed here get their names from the layout. */
    public FleetBuilder<E> options(RecordOptions newOptions) {
        options = newOptions;
        return this;
    }

    /** Returns the options for readings. Most dynamic readings have no texts; those of earlier versions never do. */
    RecordOptions readingOptions() {
        return type == DynamicReading.class ? options.leaveOutEmpty() : options;
    }

    /** Sets the lookup that accesses the record of readings, for modules that do not open its package. */
    public FleetBuilder<E> lookup(MethodHandles.Lookup newLookup) {
        lookup = newLookup;
        return this;
    }

    /** Sets the tick of the readings' clocks; the default is seconds. Devices that send faster need a finer tick. */
    public FleetBuilder<E> tick(Tick newTick) {
        tick = newTick;
        return this;
    }

    /** Sets the time zone of daily and monthly rows and of baselines; the default is UTC. */
    public FleetBuilder<E> zone(ZoneId newZone) {
        zone = newZone;
        return this;
    }

    /** Sets what happens to a second reading with the same device and clock; by default it is a conflict. */
    public FleetBuilder<E> onConflict(ConflictPolicy rule) {
        conflicts = rule;
        return this;
    }

    /**
     * Packs readings into compressed blocks, one for each device and hour ({@link dev.varve.series.SeriesBuilder#packed()}).
     * {@link #build} refuses a layout with write shards or in four tables.
     */
    public FleetBuilder<E> packed() {
        isPacked = true;
        return this;
    }

    /** Sets how long after their clock readings expire; the default is 30 days. */
    public FleetBuilder<E> keep(Duration duration) {
        keep = Durations.positive("iot.duration", "keep", duration, Durations.MAX);
        return this;
    }

    /** Keeps readings for ever. */
    public FleetBuilder<E> keepForEver() {
        keep = null;
        return this;
    }

    /** Sets how long rows of one tier (hour, day or month) are kept; by default for ever. */
    public FleetBuilder<E> keepRows(Grain grain, Duration duration) {
        keepRows.put(grain, Durations.positive("iot.duration", "keepRows", duration, Durations.MAX));
        return this;
    }

    /** Sets how long after their reading anomalies expire; by default they are kept for ever. */
    public FleetBuilder<E> keepAnomalies(Duration duration) {
        keepAnomalies = Durations.positive("iot.duration", "keepAnomalies", duration, Durations.MAX);
        return this;
    }

    /** Sets the measured components: numbers or a map of numbers. The default is all numbers or, without any, the first map. */
    public FleetBuilder<E> measure(String... fields) {
        measured = List.of(fields);
        return this;
    }

    /**
     * Adds a measure to all rows, such as the {@link dev.varve.rollup.Counter} of a component or of an entry of a map. Rows of locations
     * and of the fleet do not have those that need the readings of one device.
     */
    public FleetBuilder<E> measure(Measure measure) {
        measures.add(measure);
        return this;
    }

    /** Adds the standard deviation to all rows, which baselines need. */
    public FleetBuilder<E> deviations() {
        hasDeviations = true;
        return this;
    }

    /** Adds rows over all devices of the fleet. */
    public FleetBuilder<E> wholeFleet() {
        hasFleetRows = true;
        return this;
    }

    /** Sets how long after its last reading a device is offline, 4 seconds to 3650 days; the default is 15 minutes. */
    public FleetBuilder<E> inactiveAfter(Duration duration) {
        if (duration == null
                || duration.compareTo(SHORTEST_INACTIVITY) < 0
                || duration.compareTo(LONGEST_INACTIVITY) > 0) {
            throw new Rejected(
                    "iot.inactive-after",
                    "inactiveAfter is %s; it must be from %s seconds to %s days. The time of the last reading is stored with a precision of a quarter of it"
                            .formatted(duration, SHORTEST_INACTIVITY.toSeconds(), LONGEST_INACTIVITY.toDays()));
        }
        inactiveAfter = duration;
        return this;
    }

    /** Spreads the index of devices by status over this many partitions, for fleets of more than 10,000 devices. */
    public FleetBuilder<E> statusShards(int shards) {
        statusShards = shards;
        return this;
    }

    /** Registers unknown devices as active sensors when their first reading comes. */
    public FleetBuilder<E> registerUnknown() {
        registersUnknown = true;
        return this;
    }

    /** Adds alert rules for all devices. */
    public FleetBuilder<E> rules(AlertRule... more) {
        rules.addAll(List.of(more));
        return this;
    }

    /** Adds anomaly detectors for all devices. */
    public FleetBuilder<E> detectors(Detector... more) {
        detectors.addAll(List.of(more));
        return this;
    }

    /** Compares readings with their baselines, and makes those outside an anomaly. */
    public FleetBuilder<E> baseline(BaselineWindow window) {
        baseline = window;
        return this;
    }

    /** Returns the fleet; refuses an invalid declaration. */
    public Fleet<E> build() {
        return new Fleet<>(this);
    }
}
