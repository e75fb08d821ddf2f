package dev.varve.iot;

import dev.varve.alert.AlertRule;
import dev.varve.alert.Detector;
import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import dev.varve.item.RecordOptions;
import dev.varve.key.Grain;
import dev.varve.key.Tick;
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
 * The declaration of a {@link Fleet}; {@link #build} checks all of it.
 *
 * <pre>{@code
 * Fleet.of(Reading.class).table("telemetry")
 *     .inactiveAfter(Duration.ofMinutes(15))
 *     .rules(AlertRule.named("too-hot").above("temperature", 30).severity(CRITICAL).build())
 *     .build();
 * }</pre>
 */
public final class FleetBuilder<E extends Record> {

    /** A quarter of the inactivity is written in whole seconds. */
    private static final Duration SHORTEST_INACTIVITY = Duration.ofSeconds(4);

    /** Now minus the inactivity has to stay a clock that keys can hold. */
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
    boolean hasFleetRows;
    boolean hasDeviations;
    Duration inactiveAfter = Duration.ofMinutes(15);
    int statusShards;
    boolean registersUnknown;
    final List<AlertRule> rules = new ArrayList<>();
    final List<Detector> detectors = new ArrayList<>();

    @Nullable
    BaselineWindow usual;

    FleetBuilder(Class<E> type) {
        this.type = type;
    }

    /** Names the table; {@code fleet} unless said otherwise. */
    public FleetBuilder<E> table(String name) {
        table = name;
        return this;
    }

    /** Says where items are and what their attributes are called. */
    public FleetBuilder<E> layout(FleetLayout newLayout) {
        layout = newLayout;
        return this;
    }

    /** Says how readings are stored; names that are not changed here are those of the layout. */
    public FleetBuilder<E> options(RecordOptions newOptions) {
        options = newOptions;
        return this;
    }

    /** Lets this lookup see the record of the readings: for modules that open no package. */
    public FleetBuilder<E> lookup(MethodHandles.Lookup newLookup) {
        lookup = newLookup;
        return this;
    }

    /** Sets the tick of readings' clocks; seconds unless said otherwise. Devices that are faster need a finer one. */
    public FleetBuilder<E> tick(Tick newTick) {
        tick = newTick;
        return this;
    }

    /** Sets the zone that days and months of aggregates follow, and hours of what is usual; UTC unless said otherwise. */
    public FleetBuilder<E> zone(ZoneId newZone) {
        zone = newZone;
        return this;
    }

    /** Says what becomes of a second reading of one device and clock; it is a conflict unless said otherwise. */
    public FleetBuilder<E> onConflict(ConflictPolicy rule) {
        conflicts = rule;
        return this;
    }

    /** Lets readings expire this long after their clock; 30 days unless said otherwise. */
    public FleetBuilder<E> keep(Duration duration) {
        keep = Durations.positive("iot.duration", "keep", duration, Durations.MAX);
        return this;
    }

    /** Lets readings be kept for ever. */
    public FleetBuilder<E> keepForEver() {
        keep = null;
        return this;
    }

    /** Lets aggregates of one length (hour, day or month) expire; they are kept for ever unless said otherwise. */
    public FleetBuilder<E> keepAggregates(Grain length, Duration duration) {
        keepRows.put(length, Durations.positive("iot.duration", "keepAggregates", duration, Durations.MAX));
        return this;
    }

    /** Lets anomalies expire this long after their reading; they are kept for ever unless said otherwise. */
    public FleetBuilder<E> keepAnomalies(Duration duration) {
        keepAnomalies = Durations.positive("iot.duration", "keepAnomalies", duration, Durations.MAX);
        return this;
    }

    /** Names what aggregates measure: numbers, or one map of numbers; all numbers unless said otherwise, or the first map. */
    public FleetBuilder<E> measure(String... fields) {
        measured = List.of(fields);
        return this;
    }

    /** Keeps the standard deviation in aggregates too, so that they tell what is usual. */
    public FleetBuilder<E> deviations() {
        hasDeviations = true;
        return this;
    }

    /** Keeps aggregates of all devices together too. */
    public FleetBuilder<E> wholeFleet() {
        hasFleetRows = true;
        return this;
    }

    /** Takes a device for offline when no reading came for so long, 4 seconds to 3650 days; 15 minutes unless set. */
    public FleetBuilder<E> inactiveAfter(Duration duration) {
        if (duration == null
                || duration.compareTo(SHORTEST_INACTIVITY) < 0
                || duration.compareTo(LONGEST_INACTIVITY) > 0) {
            throw new Rejected(
                    "iot.inactive-after",
                    "inactiveAfter is %s; it must be from %s seconds to %s days. Devices are followed to a quarter of it"
                            .formatted(duration, SHORTEST_INACTIVITY.toSeconds(), LONGEST_INACTIVITY.toDays()));
        }
        inactiveAfter = duration;
        return this;
    }

    /** Spreads the index of devices by status over so many partitions: for more than 10,000 devices. */
    public FleetBuilder<E> statusShards(int shards) {
        statusShards = shards;
        return this;
    }

    /** Registers a device that the registry does not know when its first reading comes, as an active sensor. */
    public FleetBuilder<E> registerUnknown() {
        registersUnknown = true;
        return this;
    }

    /** Adds rules that open alerts, for all devices. */
    public FleetBuilder<E> rules(AlertRule... more) {
        rules.addAll(List.of(more));
        return this;
    }

    /** Adds detectors of anomalies, for all devices. */
    public FleetBuilder<E> detectors(Detector... more) {
        detectors.addAll(List.of(more));
        return this;
    }

    /** Compares readings with what is usual at their hour of the week. */
    public FleetBuilder<E> usual(BaselineWindow newUsual) {
        usual = newUsual;
        return this;
    }

    /** Returns the fleet, or refuses the declaration with a message that says what to change. */
    public Fleet<E> build() {
        return new Fleet<>(this);
    }
}
