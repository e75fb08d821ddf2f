package dev.varve.server.channel.delivery;

/** Counts deliveries. */
public interface DeliveryMeter {

    /** The result of a notice. */
    enum Outcome {
        DELIVERED,
        /** An attempt failed, and another one follows. */
        RETRIED,
        /** The notice was given up. */
        FAILED
    }

    /** A notice was sent, or an attempt to send it failed. */
    void sent(Outcome outcome);

    /** This many deliveries and notices wait, as far as they were read. */
    void pending(int count);
}
