package dev.varve.proofs.served;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The readings of one device counted by hour, to compare with the hourly rows that a server returns. */
final class HourCounts {

    /** Sums of decimals are rounded in different orders. */
    private static final double ROUNDING = 1e-6;

    private record Hour(long count, double sum, double min, double max) {

        static Hour of(double value) {
            return new Hour(1, value, value, value);
        }

        Hour plus(Hour other) {
            return new Hour(count + other.count, sum + other.sum, Math.min(min, other.min), Math.max(max, other.max));
        }

        boolean matches(Hour other) {
            return count == other.count && Math.abs(sum - other.sum) < ROUNDING && min == other.min && max == other.max;
        }
    }

    private final String device;
    private final Map<Instant, Hour> hours = new TreeMap<>();

    HourCounts(String device) {
        this.device = device;
    }

    String device() {
        return device;
    }

    void add(Instant at, double value) {
        hours.merge(at.truncatedTo(ChronoUnit.HOURS), Hour.of(value), Hour::plus);
    }

    /** Returns the differences of hourly rows, in CSV with a field {@code v}, from these counts. All must be stored. */
    List<String> differences(String csv) {
        List<String> lines = csv.lines().toList();
        List<String> head = List.of(lines.get(0).split(",", -1));
        Map<Instant, Hour> missing = new TreeMap<>(hours);
        List<String> differences = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            Instant start = Instant.parse(cells[head.indexOf("start")]);
            Hour row = new Hour(
                    Long.parseLong(cells[head.indexOf("count")]),
                    Double.parseDouble(cells[head.indexOf("v.sum")]),
                    Double.parseDouble(cells[head.indexOf("v.min")]),
                    Double.parseDouble(cells[head.indexOf("v.max")]));
            Hour counted = missing.remove(start);
            if (cells[head.indexOf("stored")].equals("false")) {
                differences.add("the row of %s at %s is not stored".formatted(device, start));
            } else if (counted == null || !counted.matches(row)) {
                differences.add(
                        "the row of %s at %s is %s, its readings make %s".formatted(device, start, row, counted));
            }
        }
        missing.forEach((start, counted) ->
                differences.add("%s has no row at %s, its readings make %s".formatted(device, start, counted)));
        return differences;
    }
}
