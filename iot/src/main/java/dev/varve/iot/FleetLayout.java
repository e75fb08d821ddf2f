package dev.varve.iot;

import dev.varve.item.RecordMapping;
import dev.varve.item.RecordOptions;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.table.TableSchema;
import java.util.EnumMap;
import java.util.Map;

/**
 * The keys and attribute names of a fleet's items. The default is a single table; the other layouts match tables that other
 * systems have created. Immutable: each method returns a new layout.
 */
public final class FleetLayout {

    /** The key templates of one kind of items. */
    record Templates(String partition, String sort) {}

    /** The names of the key and TTL attributes. */
    private record KeyNames(String partition, String sort, String ttl) {}

    /** The naming of attributes in readings and rows. */
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

    /** Returns the layout with all items of a device in one partition: {@code DEVICE#sensor_01}. */
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

    private FleetLayout rows(String prefix, String partition) {
        return keys(FleetItem.valueOf(prefix + "HOURLY"), partition, "AGG#hourly#{at:hour}")
                .keys(FleetItem.valueOf(prefix + "DAILY"), partition, "AGG#daily#{at:day}")
                .keys(FleetItem.valueOf(prefix + "MONTHLY"), partition, "AGG#monthly#{at:month}");
    }

    /** Returns the layout with one partition for each month of readings: {@code thermostat-123#2025-05}. */
    public static FleetLayout monthBuckets() {
        return singleTable()
                .capitalised("DeviceTimeBucket", "Timestamp", "ExpirationTime")
                .keys(FleetItem.READING, "{deviceId}#{at:month}", "{at}");
    }

    /** Returns the layout with readings spread over shards, for devices that write too fast for one partition. */
    public static FleetLayout writeShards(int shards) {
        return singleTable()
                .capitalised("ShardedDeviceId", "Timestamp", "ExpirationTime")
                .keys(FleetItem.READING, "{deviceId}#{shard:" + shards + "}", "{at}");
    }

    /** Returns the layout with separate partitions for each grain: {@code sensor-1#HOURLY#2025-05-19}. */
    public static FleetLayout multiGrain() {
        return singleTable()
                .capitalised("EntityTimeGrain", "Timestamp", "ExpirationTime")
                .keys(FleetItem.READING, "{deviceId}#RAW#{at:day}", "{at}")
                .keys(FleetItem.HOURLY, "{deviceId}#HOURLY#{at:day}", "{at:hour}")
                .keys(FleetItem.DAILY, "{deviceId}#DAILY#{at:month}", "{at:day:start}")
                .keys(FleetItem.MONTHLY, "{deviceId}#MONTHLY#{at:year}", "{at:month:start}");
    }

    /**
     * Returns the layout in four tables: readings, the latest reading of each sensor (written from the change feed), rows,
     * and anomalies with alerts. Their names start with the name of the fleet's table: {@code SensorRaw},
     * {@code SensorLatest}, {@code SensorAggregated}, {@code SensorAnomalies}.
     */
    public static FleetLayout fourTables() {
        FleetLayout layout = singleTable();
        for (String kind : new String[] {"SENSOR", "LOCATION", "FLEET"}) {
            String prefix = kind.equals("SENSOR") ? "" : kind + "_";
            String suffix = switch (kind) {
                case "SENSOR" -> "#{deviceId}";
                case "LOCATION" -> "#{location}";
                default -> "";
            };
            layout = layout.keys(FleetItem.valueOf(prefix + "HOURLY"), kind + "#HOURLY" + suffix, "{at:hour}")
                    .keys(FleetItem.valueOf(prefix + "DAILY"), kind + "#DAILY" + suffix, "{at:day:start}")
                    .keys(FleetItem.valueOf(prefix + "MONTHLY"), kind + "#MONTHLY" + suffix, "{at:month:start}");
        }
        return layout.capitalised("SensorId", "Timestamp", "ExpireOn")
                .keys(FleetItem.DEVICE, "{deviceId}", "#METADATA")
                .keys(FleetItem.READING, "{deviceId}", "{at}")
                .keys(FleetItem.ANOMALY, "{at:day}", "{at}#{deviceId}")
                .in(Tables.FOUR, Map.of("deviceId", "SensorId", "at", "Timestamp", "location", "LocationId"));
    }

    /** Returns a layout with these key templates for one kind of items. */
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

    /** Returns the attribute of a component of anomalies. */
    String anomalyName(String component) {
        // The sort key attribute may have the name of the readings' clock, but the sort key of an anomaly holds more
        // than its clock.
        boolean isPlain = component.equals("at") && !isInFourTables();
        return isPlain ? component : name(component);
    }

    /** Returns the attribute of a component of readings. */
    String name(String component) {
        return names.getOrDefault(component, naming == Naming.PLAIN ? component : capitalised(component));
    }

    /** Returns the attribute of a row that stores this measure. */
    String rowName(String measure) {
        if (measure.equals("count")) {
            return naming == Naming.PLAIN ? "readingCount" : "SampleCount";
        }
        return naming == Naming.PLAIN ? measure : capitalised(measure);
    }

    private static String capitalised(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** Returns the options with this layout's attribute names for all components of a record. */
    RecordOptions named(RecordOptions options, RecordMapping<?> mapping) {
        RecordOptions named = options;
        for (MappedComponent<?> component : MappingAccess.instance().components(mapping)) {
            // A component that the user renamed keeps that name.
            if (component.name().equals(component.attribute())) {
                named = named.rename(component.name(), name(component.name()));
            }
        }
        return named;
    }

    /** Returns the only table, or the table of readings if there are four. */
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

    /** Returns the table of rows. */
    TableSchema aggregated(String table) {
        return TableSchema.named(rowTable(table))
                .partition("GrainEntity")
                .sort("TimeStamp")
                .ttl(keys.ttl())
                .build();
    }

    /** Returns the table of anomalies and alerts. */
    TableSchema anomalies(String table) {
        return TableSchema.named(table + "Anomalies")
                .partition("Date")
                .sort("TimestampSensor")
                .ttl(keys.ttl())
                .index("gsi1", "gsi1pk", "gsi1sk")
                .build();
    }
}
