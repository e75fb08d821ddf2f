package dev.varve.server.http;

import dev.varve.table.Explanation;
import java.util.List;

/**
 * What a request would do and cost, for people and programs.
 *
 * @param capacity the most it uses, in DynamoDB's units, for one page of each request
 * @param dollars what that costs
 */
public record Explained(List<Request> requests, Units capacity, double dollars) {

    /** On-demand prices of us-east-1 for one unit, in dollars. */
    private static final double READ_UNIT = 0.125e-6;

    private static final double WRITE_UNIT = 0.625e-6;

    /** One request to the table. */
    public record Request(String operation, String target, List<String> details) {}

    /** Units of capacity. */
    public record Units(double read, double write) {}

    public Explained {
        requests = List.copyOf(requests);
    }

    public static Explained of(Explanation... explanations) {
        return of(List.of(explanations));
    }

    /** Returns what several requests come to. */
    public static Explained of(List<Explanation> explanations) {
        double read =
                explanations.stream().mapToDouble(each -> each.most().read()).sum();
        double write =
                explanations.stream().mapToDouble(each -> each.most().write()).sum();
        return new Explained(
                explanations.stream()
                        .map(each -> new Request(each.operation(), each.target(), each.details()))
                        .toList(),
                new Units(read, write),
                read * READ_UNIT + write * WRITE_UNIT);
    }
}
