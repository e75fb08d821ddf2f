package dev.varve.server.channel.send;

/** The result of one attempt to send a message. */
public sealed interface SendResult {

    /** The receiver accepted the message. */
    record Delivered() implements SendResult {}

    /** The attempt failed for a reason that may pass: no connection, a timeout, an overloaded receiver. */
    record Failed(String reason) implements SendResult {}

    /** The receiver refused the message and would refuse it again. */
    record Refused(String reason) implements SendResult {}
}
