package dev.varve.server.api.channel;

/** The state of a delivery. */
public enum DeliveryStatus {
    /** The notice waits for its first or its next attempt. */
    PENDING,
    /** The receiver accepted the notice. */
    DELIVERED,
    /** The notice is given up. */
    FAILED
}
