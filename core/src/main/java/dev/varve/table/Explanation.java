package dev.varve.table;

import java.util.List;

/**
 * Describes what a request would do and cost, without running it.
 *
 * @param operation the DynamoDB operation, such as {@code Query}
 * @param target the table, or the table and its index
 * @param details one line for each part of the request
 * @param least the least capacity it consumes
 * @param most the most capacity that one request to the service consumes; a page may take several requests
 */
public record Explanation(
        String operation, String target, List<String> details, Capacity.Units least, Capacity.Units most) {

    public Explanation {
        details = List.copyOf(details);
    }

    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder(operation).append(" on ").append(target).append('\n');
        details.forEach(detail -> text.append("  ").append(detail).append('\n'));
        return text.append("  capacity: ")
                .append(range("read", least.read(), most.read()))
                .append(", ")
                .append(range("write", least.write(), most.write()))
                .toString();
    }

    private static String range(String what, double least, double most) {
        return least == most ? number(least) + " " + what : number(least) + " to " + number(most) + " " + what;
    }

    private static String number(double units) {
        return units == Math.rint(units) ? Long.toString((long) units) : Double.toString(units);
    }
}
