package dev.varve.server.api.fleet;

/**
 * The result of deleting a device.
 *
 * @param deviceId The id of the device.
 * @param readings The number of readings that were deleted.
 */
public record DeviceDeleted(String deviceId, long readings) {}
