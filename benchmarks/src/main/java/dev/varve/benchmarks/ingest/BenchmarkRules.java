package dev.varve.benchmarks.ingest;

import java.io.IOException;
import java.util.Locale;

/** Alert rules for the points of a workload: most of them never open an alert, a few open and resolve some. */
final class BenchmarkRules {

    /** Every rule with this number in a row is broken now and then. */
    private static final int SOME = 10;

    private BenchmarkRules() {}

    /** Stores this many rules in a server. */
    static void put(Peer peer, int count) throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            peer.put("/api/v1/rules/rule-" + i, body(i));
        }
    }

    private static String body(int number) {
        if (number % SOME == SOME - 1) {
            // The battery falls to 10 in a day and then is full, so these rules open up to two alerts a day for each
            // device.
            return "{\"kind\": \"below\", \"field\": \"battery\", \"limit\": %d}".formatted(10 + number / SOME);
        }
        return switch (number % SOME) {
            case 0, 1, 2 -> "{\"kind\": \"above\", \"field\": \"temperature\", \"limit\": %d}".formatted(40 + number);
            case 3, 4 -> "{\"kind\": \"below\", \"field\": \"humidity\", \"limit\": %d}".formatted(number);
            case 5 ->
                String.format(
                        Locale.ROOT,
                        "{\"kind\": \"outside\", \"field\": \"temperature\", \"low\": %d, \"high\": %d}",
                        -number,
                        60 + number);
            case 6 ->
                "{\"kind\": \"above\", \"field\": \"humidity\", \"limit\": %d, \"for\": \"PT5M\"}"
                        .formatted(95 + number);
            case 7 ->
                "{\"kind\": \"changing\", \"field\": \"temperature\", \"limit\": %d, \"per\": \"PT1M\"}"
                        .formatted(1_000 + number);
            default -> "{\"kind\": \"silent\", \"for\": \"PT%dH\"}".formatted(48 + number);
        };
    }
}
