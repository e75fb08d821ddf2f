package dev.varve.iot;

import dev.varve.key.Grain;

/** The kinds of items that a fleet stores. */
public enum FleetItem {
    DEVICE,
    READING,
    HOURLY,
    DAILY,
    MONTHLY,
    /** Rows over all devices at one location. */
    LOCATION_HOURLY,
    LOCATION_DAILY,
    LOCATION_MONTHLY,
    /** Rows over all devices. */
    FLEET_HOURLY,
    FLEET_DAILY,
    FLEET_MONTHLY,
    ALERT,
    /** The states of the rules for a device. */
    RULES,
    ANOMALY;

    /** Returns the rows of this grain for devices (""), locations ("LOCATION_") or the fleet ("FLEET_"). */
    static FleetItem rows(String prefix, Grain grain) {
        return switch (grain) {
            case HOUR -> valueOf(prefix + "HOURLY");
            case DAY -> valueOf(prefix + "DAILY");
            case MONTH -> valueOf(prefix + "MONTHLY");
            case MINUTE, YEAR -> throw new IllegalArgumentException(grain.word());
        };
    }
}
