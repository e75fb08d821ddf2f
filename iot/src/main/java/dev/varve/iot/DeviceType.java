package dev.varve.iot;

/** The type of a device; stored in lower case. */
public enum DeviceType {
    SENSOR,
    GATEWAY,
    ACTUATOR
}
