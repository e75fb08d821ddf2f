package dev.varve.iot;

/** What a device is; stored in lower case. */
public enum DeviceType {
    SENSOR,
    GATEWAY,
    ACTUATOR
}
