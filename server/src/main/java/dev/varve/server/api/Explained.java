package dev.varve.server.api;

import dev.varve.table.Explanation;
import java.util.List;

/**
 * The requests to the table that an answer would need, and their cost.
 *
 * @param requests The requests, in the order they would be sent.
 * @param capacity The largest capacity that one page of each request can use.
 * @param dollars The on-demand price of that capacity in us-east-1.
 */
public record Explained(List<Request> requests, Capacity capacity, double dollars) {

    /** On-demand prices of us-east-1 for one unit, in dollars. */
    private static final double READ_UNIT = 0.125e-6;

    private static final double WRITE_UNIT = 0.625e-6;

    /**
     * One request to the table.
     *
     * @param operation The operation, such as {@code query}.
     * @param target The table or index.
     * @param details The conditions and limits of the request.
     */
    public record Request(String operation, String target, List<String> details) {

        public Request {
            details = List.copyOf(details);
        }
    }

    /**
     * Capacity in DynamoDB's units.
     *
     * @param read Read units.
     * @param write Write units.
     */
    public record Capacity(double read, double write) {}

    public Explained {
        requests = List.copyOf(requests);
    }

    public static Explained of(Explanation... explanations) {
        return of(List.of(explanations));
    }

    /** Returns the sum of several requests. */
    public static Explained of(List<Explanation> explanations) {
        double read =
                explanations.stream().mapToDouble(each -> each.most().read()).sum();
        double write =
                explanations.stream().mapToDouble(each -> each.most().write()).sum();
        return new Explained(
                explanations.stream()
                        .map(each -> new Request(each.operation(), each.target(), each.details()))
                        .toList(),
                new Capacity(read, write),
                read * READ_UNIT + write * WRITE_UNIT);
    }
}
