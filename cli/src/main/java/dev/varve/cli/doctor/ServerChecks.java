package dev.varve.cli.doctor;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ApiResponse;
import dev.varve.cli.client.Connection;
import dev.varve.cli.client.DatabaseLocation;
import dev.varve.cli.client.Unreachable;
import dev.varve.cli.show.HumanText;
import dev.varve.server.api.fleet.Fleet;
import dev.varve.server.api.ops.Ready;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks a database through its API, on a running server or opened in this process. */
final class ServerChecks {

    /** More than request times and rounding to seconds explain. */
    private static final Duration DOUBTFUL_CLOCK = Duration.ofSeconds(5);

    private static final Duration WRONG_CLOCK = Duration.ofMinutes(1);

    private static final double LATE_FEED = 60;

    private final DatabaseLocation place;
    private final String area;
    private final List<Finding> findings = new ArrayList<>();

    ServerChecks(DatabaseLocation place) {
        this.place = place;
        this.area = place instanceof DatabaseLocation.DynamoDb ? "table" : "server";
    }

    List<Finding> look() {
        try (Connection connection = Connection.to(place, Connection.IfMissing.REFUSE)) {
            ApiClient client = connection.client();
            ApiResponse health = client.send(ApiCall.page("/ready"));
            findings.add(Finding.of(
                    area,
                    place instanceof DatabaseLocation.Server
                                    || connection.server().isPresent()
                            ? "answers"
                            : "opens",
                    Finding.wrongUnless(isReady(health)),
                    isReady(health) ? name(connection) : problem(health),
                    "its log says why; varve doctor on the machine of the server checks more"));
            connection.server().ifPresent(url -> clock(health));
            fleet(client);
            feed(client);
        } catch (Unreachable e) {
            findings.add(Finding.of(
                    area,
                    "reachable",
                    Finding.Verdict.WRONG,
                    String.valueOf(e.getMessage()),
                    place instanceof DatabaseLocation.DynamoDb
                            ? "check the region, the endpoint and the credentials; the role needs access to the table and its stream"
                            : "start it with varve serve, or give its address with --server"));
        }
        return findings;
    }

    private String name(Connection connection) {
        return connection.server().map(Object::toString).orElse("in this process");
    }

    private static boolean isReady(ApiResponse health) {
        return health.isGood() && health.as(Ready.class).map(Ready::ready).orElse(false);
    }

    private static String problem(ApiResponse answer) {
        List<String> reasons = answer.as(Ready.class).map(Ready::reasons).orElse(List.of());
        if (!reasons.isEmpty()) {
            return reasons.get(0);
        }
        return answer.isGood()
                ? "the answer does not come from a Varve server"
                : String.valueOf(answer.failure().getMessage());
    }

    private void clock(ApiResponse answer) {
        Optional<Instant> there =
                Optional.ofNullable(answer.headers().get("Date")).flatMap(ServerChecks::time);
        if (there.isEmpty()) {
            return;
        }
        Duration apart = Duration.between(there.get(), Instant.now()).abs();
        findings.add(Finding.of(
                area,
                "clock",
                apart.compareTo(WRONG_CLOCK) > 0
                        ? Finding.Verdict.WRONG
                        : Finding.doubtfulUnless(apart.compareTo(DOUBTFUL_CLOCK) <= 0),
                "%s apart from the clock of this machine".formatted(HumanText.length(apart)),
                "keep both clocks right with NTP"));
    }

    private static Optional<Instant> time(String text) {
        try {
            return Optional.of(ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private void fleet(ApiClient client) {
        ApiResponse answer = client.send(ApiCall.get("fleet"));
        if (answer.status() == 401 || answer.status() == 403) {
            findings.add(Finding.of(
                    area,
                    "token",
                    Finding.Verdict.WRONG,
                    problem(answer),
                    "give a token with scope read: --token, --token-file or VARVE_TOKEN"));
            return;
        }
        Optional<Fleet.DeviceCounts> devices =
                answer.isGood() ? answer.as(Fleet.class).map(Fleet::devices) : Optional.empty();
        findings.add(Finding.of(
                area,
                "fleet",
                Finding.wrongUnless(devices.isPresent()),
                devices.isPresent()
                        ? "%s, %s online"
                                .formatted(
                                        HumanText.count(devices.get().total(), "device", "devices"),
                                        HumanText.count(devices.get().online()))
                        : problem(answer),
                "its log says why"));
    }

    /** Checks the processing of changes, which computes rollup rows and alerts. Needs a token with scope read. */
    private void feed(ApiClient client) {
        ApiResponse metrics = client.send(ApiCall.page("/metrics"));
        if (!metrics.isGood()) {
            return;
        }
        double lag = metric(metrics.body(), "varve_feed_lag_seconds");
        double deadLetters = metric(metrics.body(), "varve_feed_dead_letters");
        findings.add(Finding.of(
                area,
                "feed",
                deadLetters > 0 ? Finding.Verdict.WRONG : Finding.doubtfulUnless(lag < LATE_FEED),
                "%s behind, %s set aside"
                        .formatted(
                                HumanText.length(Duration.ofSeconds((long) lag)),
                                HumanText.count((long) deadLetters, "change", "changes")),
                deadLetters > 0
                        ? "changes failed and became dead letters: the log says why; then run varve rollup rebuild"
                        : "wait until it has caught up, or write more slowly"));
        backup(metrics.body());
    }

    /** Checks the age of the newest backup, if the server makes any by a schedule. */
    private void backup(String metrics) {
        double interval = metric(metrics, "varve_backup_interval_seconds");
        double newest = metric(metrics, "varve_backup_last_good_timestamp_seconds");
        if (interval > 0) {
            Instant began = newest > 0 ? Instant.ofEpochSecond((long) newest) : null;
            Instant now = Instant.now();
            findings.add(Finding.of(
                    area,
                    "backup",
                    Finding.doubtfulUnless(began != null
                            && began.plusSeconds((long) (2 * interval)).isAfter(now)),
                    "the newest good one: %s, every %s"
                            .formatted(
                                    HumanText.ago(began, now), HumanText.length(Duration.ofSeconds((long) interval))),
                    "varve backup --list shows why the last one failed"));
        }
    }

    /** Returns the largest value of a gauge. */
    private static double metric(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .max()
                .orElse(0);
    }
}
