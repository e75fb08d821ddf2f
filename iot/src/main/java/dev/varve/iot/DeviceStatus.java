package dev.varve.iot;

/** What is meant to become of a device; stored in lower case. Whether it is heard of is another matter. */
public enum DeviceStatus {
    ACTIVE,
    INACTIVE,
    MAINTENANCE,
    /** Its data is being deleted; see {@link OpenFleet#deleteDevice}. The entry itself goes last. */
    DELETING
}
