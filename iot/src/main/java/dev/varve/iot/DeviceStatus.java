package dev.varve.iot;

/** The declared status of a device; stored in lower case. It does not depend on whether the device is online. */
public enum DeviceStatus {
    ACTIVE,
    INACTIVE,
    MAINTENANCE,
    /** The data of the device is being deleted; see {@link OpenFleet#deleteDevice}. */
    DELETING
}
