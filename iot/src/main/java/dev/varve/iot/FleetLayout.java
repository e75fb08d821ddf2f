package dev.varve.iot;

import dev.varve.item.RecordMapping;
import dev.varve.item.RecordOptions;
import dev.varve.item.internal.MappedComponent;
import dev.varve.table.TableSchema;
import java.util.EnumMap;
import java.util.Map;

/**
 * Where the items of a fleet are and what their attributes are called: the layout of a single table unless said otherwise,
 * or one of those that tables from elsewhere have. Immutable: each step returns a new layout.
 */
public final class FleetLayout {

    /** The keys of one kind of items. */
    record Templates(String partition, String sort) {}

    /** What the tables' own attributes are called. */
    private record KeyNames(String partition, String sort, String ttl) {}

    /** What attributes of readings and rows are called. */
    private enum Naming {
        /** {@code deviceId}, {@code avgTemperature}, {@code readingCount}. */
        PLAIN,
        /** {@code DeviceId}, {@code AvgTemperature}, {@code SampleCount}. */
        CAPITALISED
    }

    private enum Tables {
        ONE,
        FOUR
    }

    private final Map<FleetItem, Templates> templates;
    private final KeyNames keys;
    private final Naming naming;
    private final Map<String, String> names;
    private final Tables tables;

    private FleetLayout(
            Map<FleetItem, Templates> templates,
            KeyNames keys,
            Naming naming,
            Map<String, String> names,
            Tables tables) {
        this.templates = templates;
        this.keys = keys;
        this.naming = naming;
        this.names = names;
        this.tables = tables;
    }

    /** Returns the layout with everything of a device in one partition: {@code DEVICE#sensor_01}. */
    public static FleetLayout singleTable() {
        return new FleetLayout(Map.of(), new KeyNames("pk", "sk", "ttl"), Naming.PLAIN, Map.of(), Tables.ONE)
                .keys(FleetItem.DEVICE, "DEVICE#{deviceId}", "#METADATA")
                .keys(FleetItem.READING, "DEVICE#{deviceId}", "READING#{at}")
                .rows("", "DEVICE#{deviceId}")
                .rows("LOCATION_", "LOCATION#{location}")
                .rows("FLEET_", "FLEET")
                .keys(FleetItem.ALERT, "DEVICE#{deviceId}", "ALERT#{alertId}")
                .keys(FleetItem.RULES, "DEVICE#{deviceId}", "RULES#{series}")
                .keys(FleetItem.ANOMALY, "ANOMALY#{at:day}", "{at}#{deviceId}");
    }

    private FleetLayout rows(String whose, String partition) {
        return keys(FleetItem.valueOf(whose + "HOURLY"), partition, "AGG#hourly#{at:hour}")
                .keys(FleetItem.valueOf(whose + "DAILY"), partition, "AGG#daily#{at:day}")
                .keys(FleetItem.valueOf(whose + "MONTHLY"), partition, "AGG#monthly#{at:month}");
    }

    /** Returns the layout with the readings of each month in a partition: {@code thermostat-123#2025-05}. */
    public static FleetLayout monthBuckets() {
        return singleTable()
                .capitalised("DeviceTimeBucket", "Timestamp", "ExpirationTime")
                .keys(FleetItem.READING, "{deviceId}#{at:month}", "{at}");
    }

    /** Returns the layout with readings spread over partitions, for devices that are too fast for one. */
    public static FleetLayout writeShards(int shards) {
        return singleTable()
                .capitalised("ShardedDeviceId", "Timestamp", "ExpirationTime")
                .keys(FleetItem.READING, "{deviceId}#{shard:" + shards + "}", "{at}");
    }

    /** Returns the layout with each length of time in partitions of its own: {@code sensor-1#HOURLY#2025-05-19}. */
    public static FleetLayout multiGrain() {
        return singleTable()
                .capitalised("EntityTimeGrain", "Timestamp", "ExpirationTime")
                .keys(FleetItem.READING, "{deviceId}#RAW#{at:day}", "{at}")
                .keys(FleetItem.HOURLY, "{deviceId}#HOURLY#{at:day}", "{at:hour}")
                .keys(FleetItem.DAILY, "{deviceId}#DAILY#{at:month}", "{at:day:start}")
                .keys(FleetItem.MONTHLY, "{deviceId}#MONTHLY#{at:year}", "{at:month:start}");
    }

    /**
     * Returns the layout in four tables: readings, the latest of each sensor (written from the feed of changes), aggregates,
     * and anomalies with alerts. The name of the fleet's table is what theirs begin with: {@code SensorRaw},
     * {@code SensorLatest}, {@code SensorAggregated}, {@code SensorAnomalies}.
     */
    public static FleetLayout fourTables() {
        FleetLayout layout = singleTable();
        for (String whose : new String[] {"SENSOR", "LOCATION", "FLEET"}) {
            String prefix = whose.equals("SENSOR") ? "" : whose + "_";
            String which = switch (whose) {
                case "SENSOR" -> "#{deviceId}";
                case "LOCATION" -> "#{location}";
                default -> "";
            };
            layout = layout.keys(FleetItem.valueOf(prefix + "HOURLY"), whose + "#HOURLY" + which, "{at:hour}")
                    .keys(FleetItem.valueOf(prefix + "DAILY"), whose + "#DAILY" + which, "{at:day:start}")
                    .keys(FleetItem.valueOf(prefix + "MONTHLY"), whose + "#MONTHLY" + which, "{at:month:start}");
        }
        return layout.capitalised("SensorId", "Timestamp", "ExpireOn")
                .keys(FleetItem.DEVICE, "{deviceId}", "#METADATA")
                .keys(FleetItem.READING, "{deviceId}", "{at}")
                .keys(FleetItem.ANOMALY, "{at:day}", "{at}#{deviceId}")
                .in(Tables.FOUR, Map.of("deviceId", "SensorId", "at", "Timestamp", "location", "LocationId"));
    }

    /** Sets the key templates of one kind of items. */
    public FleetLayout keys(FleetItem item, String partition, String sort) {
        Map<FleetItem, Templates> more = new EnumMap<>(FleetItem.class);
        more.putAll(templates);
        more.put(item, new Templates(partition, sort));
        return new FleetLayout(more, keys, naming, names, tables);
    }

    private FleetLayout capitalised(String partition, String sort, String ttl) {
        return new FleetLayout(
                templates,
                new KeyNames(partition, sort, ttl),
                Naming.CAPITALISED,
                Map.of("deviceId", "DeviceId", "at", sort),
                tables);
    }

    private FleetLayout in(Tables newTables, Map<String, String> newNames) {
        return new FleetLayout(templates, keys, naming, newNames, newTables);
    }

    Templates of(FleetItem item) {
        Templates found = templates.get(item);
        if (found == null) {
            throw new IllegalStateException("no keys for " + item);
        }
        return found;
    }

    boolean isInFourTables() {
        return tables == Tables.FOUR;
    }

    /** Returns the attribute a component of an anomaly is stored in. */
    String anomalyName(String component) {
        // A table's sort key may have the name that a reading's clock has, and of an anomaly the clock is only a part
        // of it.
        boolean isPlain = component.equals("at") && !isInFourTables();
        return isPlain ? component : name(component);
    }

    /** Returns the attribute a component of a reading is stored in. */
    String name(String component) {
        return names.getOrDefault(component, naming == Naming.PLAIN ? component : capitalised(component));
    }

    /** Returns the attribute of an aggregate that this measure is stored in. */
    String rowName(String measure) {
        if (measure.equals("count")) {
            return naming == Naming.PLAIN ? "readingCount" : "SampleCount";
        }
        return naming == Naming.PLAIN ? measure : capitalised(measure);
    }

    private static String capitalised(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** Returns the options with the names of this layout for all components of a record. */
    RecordOptions named(RecordOptions options, RecordMapping<?> mapping) {
        RecordOptions named = options;
        for (MappedComponent<?> component : mapping.components()) {
            // What is renamed already has the name its user gave it.
            if (component.name().equals(component.attribute())) {
                named = named.rename(component.name(), name(component.name()));
            }
        }
        return named;
    }

    /** Returns the table with everything, or that of the readings. */
    TableSchema main(String table) {
        return TableSchema.named(isInFourTables() ? table + "Raw" : table)
                .partition(keys.partition())
                .sort(keys.sort())
                .ttl(keys.ttl())
                .index("gsi1", "gsi1pk", "gsi1sk")
                .build();
    }

    String latestTable(String table) {
        return table + "Latest";
    }

    String rowTable(String table) {
        return table + "Aggregated";
    }

    /** Returns the table of the latest reading of each sensor. */
    TableSchema latest(String table) {
        return TableSchema.named(latestTable(table))
                .partition("SensorId")
                .withoutSort()
                .build();
    }

    /** Returns the table of aggregates. */
    TableSchema aggregated(String table) {
        return TableSchema.named(rowTable(table))
                .partition("GrainEntity")
                .sort("TimeStamp")
                .ttl(keys.ttl())
                .build();
    }

    /** Returns the table of anomalies, and of alerts. */
    TableSchema anomalies(String table) {
        return TableSchema.named(table + "Anomalies")
                .partition("Date")
                .sort("TimestampSensor")
                .ttl(keys.ttl())
                .index("gsi1", "gsi1pk", "gsi1sk")
                .build();
    }
}
