package dev.varve.alert;

/**
 * The result of a tick.
 *
 * @param devices the number of devices evaluated
 * @param opened the number of alerts opened
 * @param resolved the number of alerts resolved by readings whose changes were not delivered yet
 * @param undelivered the number of notices that could not be delivered; the next tick sends them again
 */
public record TickReport(int devices, int opened, int resolved, int undelivered) {}
