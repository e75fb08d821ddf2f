package dev.varve.server.ops;

import dev.varve.server.api.ops.Health;
import dev.varve.server.api.ops.Ready;
import dev.varve.server.contract.Operation;
import dev.varve.server.contract.Tag;

/** The description of the operations that show the state of the server. */
final class OpsOperations {

    static final Operation HEALTH = Operation.of(Tag.OPERATION, "health", "Check whether the process is alive")
            .answers(Health.class, "The process is alive.")
            .neverFails();

    static final Operation READY = Operation.of(Tag.OPERATION, "ready", "Check whether the server is ready")
            .details("The server is ready when the table answers and takes writes, and its changes are processed.")
            .answers(Ready.class, "The server is ready.")
            .answers(503, Ready.class, "The server is not ready, for these reasons.")
            .neverFails();

    static final Operation METRICS = Operation.of(Tag.OPERATION, "metrics", "Get metrics for Prometheus")
            .answersText("text/plain", "Metrics in Prometheus' text format.");

    private OpsOperations() {}
}
