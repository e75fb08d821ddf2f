package dev.varve.proofs.served;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the data of a server with what its killed predecessor acknowledged. */
final class ServedAudit {

    /** How long rows may take to catch up. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final long LOOK_MILLIS = 200;
    private static final Pattern PAGE = Pattern.compile("\"path\":\"(/r[0-9-]+)\"");
    private static final Pattern NEXT = Pattern.compile("\"next\":\"([^\"]+)\"");
    private static final Pattern CLEAN = Pattern.compile("\"checked\":([0-9]+),\"sealed\":[0-9]+,\"wrongRows\":0,");

    private final ServedProcess server;
    private final List<String> problems = new ArrayList<>();
    private final List<HourCounts> hours = new ArrayList<>();

    ServedAudit(ServedProcess server) {
        this.server = server;
    }

    List<String> problems() {
        return problems;
    }

    /** Checks that all acknowledged readings are stored; other sent readings may be stored too. */
    void readings(Load load, Instant now) throws IOException, InterruptedException {
        for (int connection = 0; connection < Load.CONNECTIONS; connection++) {
            String device = Load.device(connection);
            Map<Instant, String> found = new HashMap<>();
            server.get("/api/v1/devices/%s/readings?format=csv&fields=v,w&from=%s&to=%s"
                            .formatted(device, Load.at(now, 0), now))
                    .lines()
                    .skip(1)
                    .forEach(line -> found.put(
                            Instant.parse(line.substring(0, line.indexOf(','))),
                            line.substring(line.indexOf(',') + 1)));
            HourCounts counts = new HourCounts(device);
            found.forEach((at, values) -> counts.add(at, Double.parseDouble(values.substring(0, values.indexOf(',')))));
            hours.add(counts);
            for (int i = 0; i < load.sent(connection); i++) {
                String values = found.remove(Load.at(now, i));
                String expected = Load.value(i) + "," + (double) i;
                if (values == null ? i < load.acknowledged(connection) : !values.equals(expected)) {
                    problems.add("reading %s of %s is %s, was %s, and %s were acknowledged"
                            .formatted(i, device, values, expected, load.acknowledged(connection)));
                }
            }
            found.forEach((at, values) ->
                    problems.add("%s has %s at %s, which was never sent".formatted(device, values, at)));
        }
    }

    /** Checks that all acknowledged hits are stored. */
    void hits(Set<String> acknowledged) throws IOException, InterruptedException {
        Set<String> missing = new HashSet<>(acknowledged);
        String partition = URLEncoder.encode("SITE#" + Load.SITE, StandardCharsets.UTF_8);
        String page = "";
        do {
            String items = server.get(
                    "/api/v1/table/%s/items?partition=%s&limit=500%s".formatted(ServedProcess.TABLE, partition, page));
            for (Matcher hit = PAGE.matcher(items); hit.find(); ) {
                missing.remove(hit.group(1));
            }
            Matcher next = NEXT.matcher(items);
            page = next.find() ? "&page=" + next.group(1) : "";
        } while (!page.isEmpty());
        missing.forEach(hit -> problems.add("the hit of %s is missing".formatted(hit)));
    }

    /** Waits until the hourly rows of the devices are stored, and checks that they are those of their readings. */
    void recount(Instant from, Instant to) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            List<String> differences = new ArrayList<>();
            for (HourCounts counts : hours) {
                differences.addAll(counts.differences(server.get("/api/v1/rollups?format=csv&device=%s&from=%s&to=%s"
                        .formatted(counts.device(), from.truncatedTo(ChronoUnit.HOURS), to))));
            }
            if (differences.isEmpty()) {
                return;
            }
            if (System.nanoTime() > end) {
                problems.addAll(differences);
                return;
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** Waits until all rows match their readings, hits and sessions; returns the number of rows. */
    long rows() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            String report = server.need(server.post("/api/v1/rollups/verify", "{\"to\":\"now\"}"))
                    .strip();
            Matcher clean = CLEAN.matcher(report);
            if (clean.find()) {
                return Long.parseLong(clean.group(1));
            }
            if (System.nanoTime() > end) {
                problems.add("rows are wrong after %s: %s".formatted(PATIENCE, report));
                return 0;
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }
}
