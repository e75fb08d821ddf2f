package dev.varve.benchmarks.ingest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Repeats the requests of the dashboard's pages, and measures their response times. */
final class DashboardRequests {

    /** The pause between requests: it simulates occasional page views, not a second load. */
    private static final long PAUSE_MILLIS = 20;

    /** The first requests of a kind wait for the compilers; their times are not among the quantiles. */
    private static final int WARM_UP = 20;

    private static final Map<String, String> REQUESTS = requests();

    private final Peer peer;
    private final Map<String, List<Double>> millis = new LinkedHashMap<>();

    DashboardRequests(Peer peer) {
        this.peer = peer;
        REQUESTS.keySet().forEach(name -> millis.put(name, new ArrayList<>()));
    }

    private static Map<String, String> requests() {
        Map<String, String> paths = new LinkedHashMap<>();
        paths.put("fleet", "/api/v1/fleet");
        paths.put("devices, a page of 50", "/api/v1/devices?limit=50&sort=temperature&order=desc");
        paths.put("device, 24 hours", "/api/v1/devices/%s/series?from=-24h".formatted(ServerHistory.DEVICE));
        paths.put("device, 30 days", "/api/v1/devices/%s/series?from=-30d".formatted(ServerHistory.DEVICE));
        paths.put("alerts", "/api/v1/alerts");
        paths.put("site, 30 days", "/api/v1/sites/%s/stats?period=30d".formatted(ServerHistory.SITE));
        paths.put(
                "site, pages of today",
                "/api/v1/sites/%s/breakdown?by=page&period=today".formatted(ServerHistory.SITE));
        return paths;
    }

    /** Sends one request after the other, this many of each after the warm-up. */
    void send(int times) throws IOException, InterruptedException {
        for (int i = 0; i < WARM_UP + times; i++) {
            for (Map.Entry<String, String> request : REQUESTS.entrySet()) {
                long begin = System.nanoTime();
                peer.get(request.getValue());
                millis.getOrDefault(request.getKey(), new ArrayList<>()).add((System.nanoTime() - begin) / 1e6);
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    void print() {
        System.out.printf(
                Locale.ROOT,
                "%n%-24s %8s %10s %10s %10s%n",
                "requests meanwhile",
                "times",
                "p50 ms",
                "p99 ms",
                "first ms");
        millis.forEach((name, all) -> System.out.printf(
                Locale.ROOT,
                "%-24s %8d %10.1f %10.1f %10.1f%n",
                name,
                all.size() - WARM_UP,
                quantile(all.subList(WARM_UP, all.size()), 0.5),
                quantile(all.subList(WARM_UP, all.size()), 0.99),
                all.get(0)));
    }

    private static double quantile(List<Double> values, double share) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.isEmpty() ? 0 : sorted.get((int) Math.min(sorted.size() - 1L, Math.round(share * sorted.size())));
    }
}
