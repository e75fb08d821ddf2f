package dev.varve.server.ingest;

import dev.varve.error.Rejected;
import dev.varve.error.Retry;
import dev.varve.error.VarveException;
import dev.varve.iot.BatchReport;
import dev.varve.iot.DynamicReading;
import dev.varve.series.AppendReport;
import dev.varve.series.BackfillReport;
import dev.varve.series.Outcome;
import dev.varve.server.api.InfluxErrorJson;
import dev.varve.server.api.fleet.ReadingsStored;
import dev.varve.server.auth.ApiToken;
import dev.varve.server.auth.Scope;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.limit.Admission;
import dev.varve.server.http.meter.IngestMeter;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Routes that take readings in bulk. They answer when the readings are stored. */
public final class ReadingsApi {

    /** The largest number of errors in an answer; the total is given too. */
    private static final int MOST_ERRORS = 100;

    private static final int MAX_HEADER = 1_000;

    private final SampleSink intake;
    private final KnownSeries known;
    private final Admission admission;
    private final Admission memory;
    private final IngestMeter meter;

    /**
     * @param known the series of line protocol that were stored before
     * @param admission bounds the readings that are being written
     * @param memory bounds the bytes of bodies; bodies of slow senders fill it slowly
     */
    public ReadingsApi(SampleSink intake, KnownSeries known, Admission admission, Admission memory, IngestMeter meter) {
        this.intake = intake;
        this.known = known;
        this.admission = admission;
        this.memory = memory;
        this.meter = meter;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/api/v1/readings", request -> held(request, this::readings))
                        .needing(Scope.WRITE)
                        .described(IngestOperations.SEND_READINGS),
                Route.post("/write", request -> held(request, this::write))
                        .needing(Scope.WRITE)
                        .asInflux1()
                        .withTokenIn("p")
                        .described(IngestOperations.WRITE),
                Route.post("/api/v2/write", request -> held(request, this::write))
                        .needing(Scope.WRITE)
                        .described(IngestOperations.WRITE_2),
                Route.get("/ping", request -> Reply.empty(204).with(Map.of("X-Influxdb-Version", "1.8-varve")))
                        .open()
                        .direct()
                        .described(IngestOperations.PING));
    }

    private interface Taking {
        Object take(ApiRequest request, Admission.Hold held) throws Exception;
    }

    private Object held(ApiRequest request, Taking taking) throws Exception {
        try (Admission.Hold held = memory.hold()) {
            return taking.take(request, held);
        }
    }

    private String text(ApiRequest request, Admission.Hold held) {
        String body = request.body(held);
        meter.bytes(body.length());
        return body;
    }

    private LineBody lines(ApiRequest request, Admission.Hold held, Precision precision) {
        byte[] body = request.bytes(held);
        meter.bytes(body.length);
        // The device of a known series is not compared with the one that a token is for.
        boolean isRestricted = request.token().flatMap(ApiToken::only).isPresent();
        return LineBody.read(
                body, precision, request.now(), isRestricted || isBackfill(request) ? new KnownSeries() : known);
    }

    /** Returns whether readings of any age are accepted. */
    private static boolean isBackfill(ApiRequest request) {
        return request.flag("backfill").orElse(false);
    }

    private Object readings(ApiRequest request, Admission.Hold held) throws Exception {
        Instant now = request.now();
        String type = request.header("Content-Type").orElse("application/json").toLowerCase(Locale.ROOT);
        Taken taken;
        if (type.startsWith("text/csv")) {
            taken = take(request, CsvSamples.read(text(request, held), now));
        } else if (type.contains("ndjson") || type.contains("jsonl")) {
            taken = take(request, JsonSamples.readLines(text(request, held), now));
        } else if (type.startsWith("text/x-line-protocol")) {
            taken = take(request, lines(request, held, Precision.of(request.text("precision", "ns"))));
        } else {
            taken = take(request, JsonSamples.read(text(request, held), now));
        }
        ReadingsStored answer = new ReadingsStored(
                taken.accepted,
                taken.duplicates,
                taken.errors,
                taken.shown.stream()
                        .map(bad -> new ReadingsStored.LineError(bad.line(), bad.code(), bad.message()))
                        .toList(),
                isBackfill(request) ? taken.summarized : null);
        return Reply.json(taken.accepted + taken.duplicates == 0 && taken.errors > 0 ? 400 : 200, answer);
    }

    /** Answers as InfluxDB does, because its clients act on the status and the error. */
    private Object write(ApiRequest request, Admission.Hold held) throws Exception {
        Precision precision;
        try {
            precision = Precision.of(request.text("precision", "ns"));
        } catch (Rejected refused) {
            return influx(400, "invalid", String.valueOf(refused.getMessage()));
        }
        LineBody lines = lines(request, held, precision);
        Taken taken = take(request, lines);
        if (taken.errors == 0) {
            return Reply.empty(204);
        }
        Entry.Bad first = taken.shown.get(0);
        String message = "line %s: %s; %s".formatted(first.line(), first.message(), outcome(taken, lines.size()));
        return influx(
                taken.syntaxErrors > 0 ? 400 : 422,
                taken.syntaxErrors > 0 ? "invalid" : "unprocessable entity",
                message);
    }

    private static String outcome(Taken taken, int lines) {
        long refused = taken.errors - taken.partial;
        if (refused == 0) {
            return "all other lines were stored";
        }
        if (refused == lines) {
            return lines == 1 ? "the line was not stored" : "none of the %s lines was stored".formatted(lines);
        }
        return "%s of %s lines %s not stored, the others were".formatted(refused, lines, refused == 1 ? "was" : "were");
    }

    private static Reply influx(int status, String code, String message) {
        return Reply.json(status, new InfluxErrorJson(code, message, message))
                .with(Map.of("X-Influxdb-Error", brief(message).replaceAll("[^\\x20-\\x7e]", "?")));
    }

    /** All headers together have to fit into a few thousand characters. */
    private static String brief(String message) {
        return message.length() <= MAX_HEADER ? message : message.substring(0, MAX_HEADER);
    }

    private static final class Taken {
        private long accepted;
        private long duplicates;
        private long errors;
        private long syntaxErrors;
        private long partial;
        private long summarized;
        private final List<Entry.Bad> shown = new ArrayList<>();

        IngestMeter.Points points() {
            return new IngestMeter.Points(accepted, duplicates, errors);
        }

        void fail(Entry.Bad bad) {
            errors++;
            summarized += bad.code().equals(BackfillReport.SUMMARIZED) ? 1 : 0;
            if (shown.size() < MOST_ERRORS) {
                shown.add(bad);
            }
        }
    }

    private Taken take(ApiRequest request, List<Entry> entries) throws Exception {
        return admission.run(Math.max(1, entries.size()), () -> {
            Taken taken = new Taken();
            take(request, entries, taken, (sample, stored) -> {});
            meter.points(taken.points());
            return taken;
        });
    }

    private Taken take(ApiRequest request, LineBody lines) throws Exception {
        return admission.run(Math.max(1, lines.size()), () -> {
            Taken taken = new Taken();
            take(lines.formed(), taken);
            take(request, lines.entries(), taken, lines::learn);
            taken.shown.sort(Comparator.comparingInt(Entry.Bad::line));
            meter.points(taken.points());
            return taken;
        });
    }

    private void take(FormedReadings readings, Taken taken) {
        if (readings.size() == 0) {
            return;
        }
        BatchReport report = intake.store(readings);
        taken.accepted += report.applied() + report.conflicts().size();
        taken.duplicates += report.duplicates();
        report.refused().forEach((index, error) -> {
            requireFinal(error);
            taken.fail(Entry.Bad.of(readings.line(index), error));
        });
    }

    private void take(
            ApiRequest request, List<Entry> entries, Taken taken, BiConsumer<Entry.Sample, DynamicReading> whenStored) {
        List<Entry.Sample> samples = new ArrayList<>();
        for (Entry entry : entries) {
            if (entry instanceof Entry.Bad bad) {
                taken.fail(bad);
                taken.syntaxErrors++;
            } else if (entry instanceof Entry.Sample sample) {
                if (request.token()
                        .map(token -> isAllowed(token, SeriesName.parse(sample.deviceId())))
                        .orElse(true)) {
                    samples.add(sample);
                } else {
                    taken.fail(new Entry.Bad(
                            sample.line(),
                            "access.device",
                            "the token is not authorised for device "
                                    + SeriesName.parse(sample.deviceId()).device()));
                }
            }
        }
        if (!samples.isEmpty()) {
            store(isBackfill(request) ? intake.backfill(samples) : intake.store(samples), samples, taken, whenStored);
        }
    }

    /** A token may be for a device, or for one series. */
    private static boolean isAllowed(ApiToken token, SeriesName series) {
        return Stream.of(Optional.of(series.device()), Optional.of(series.id()), series.legacyId())
                .flatMap(Optional::stream)
                .anyMatch(id -> token.allowsFor("device:" + id));
    }

    private static void store(
            SampleSink.Stored stored,
            List<Entry.Sample> samples,
            Taken taken,
            BiConsumer<Entry.Sample, DynamicReading> whenStored) {
        AppendReport<DynamicReading> report = stored.report();
        stored.partial().forEach(bad -> {
            taken.fail(bad);
            taken.partial++;
        });
        Iterator<Entry.Sample> each = samples.iterator();
        for (AppendReport.Entry<DynamicReading> became : report.entries()) {
            Entry.Sample sample = each.next();
            VarveException error = became.error();
            if (error != null) {
                requireFinal(error);
                taken.fail(Entry.Bad.of(sample.line(), error));
                continue;
            }
            whenStored.accept(sample, became.event());
            if (became.outcome() instanceof Outcome.Duplicate<?>) {
                taken.duplicates++;
            } else {
                taken.accepted++;
            }
        }
    }

    /** Throws an error that another attempt may not have. Sending the whole body again is safe: stored readings stay. */
    private static void requireFinal(VarveException error) {
        if (error.retry() != Retry.NEVER || error.isOutage()) {
            throw error;
        }
    }
}
