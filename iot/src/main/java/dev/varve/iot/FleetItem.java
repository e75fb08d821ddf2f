package dev.varve.iot;

import dev.varve.key.Grain;

/** The kinds of items a fleet stores under keys of their own. */
public enum FleetItem {
    DEVICE,
    READING,
    HOURLY,
    DAILY,
    MONTHLY,
    /** Aggregates of all devices at one location. */
    LOCATION_HOURLY,
    LOCATION_DAILY,
    LOCATION_MONTHLY,
    /** Aggregates of all devices. */
    FLEET_HOURLY,
    FLEET_DAILY,
    FLEET_MONTHLY,
    ALERT,
    /** What the rules remember of a device. */
    RULES,
    ANOMALY;

    /** Returns the aggregates of this length, of devices (""), locations ("LOCATION_") or the fleet ("FLEET_"). */
    static FleetItem rows(String whose, Grain grain) {
        return switch (grain) {
            case HOUR -> valueOf(whose + "HOURLY");
            case DAY -> valueOf(whose + "DAILY");
            case MONTH -> valueOf(whose + "MONTHLY");
            case MINUTE, YEAR -> throw new IllegalArgumentException(grain.word());
        };
    }
}
