package dev.varve.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ApiFailure;
import dev.varve.cli.client.Connection;
import dev.varve.cli.client.Unreachable;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.ProgressLine;
import dev.varve.cli.transfer.Checkpoint;
import dev.varve.cli.transfer.Columns;
import dev.varve.cli.transfer.Format;
import dev.varve.cli.transfer.ImportReport;
import dev.varve.cli.transfer.Importer;
import dev.varve.cli.transfer.InputFile;
import dev.varve.cli.transfer.Refused;
import dev.varve.server.api.fleet.BackfillRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        description = {
            "Stores the readings of a file or pipe, compressed with gzip or not.",
            "",
            "  varve import readings.csv.gz",
            "  varve import power.csv --device meter-7 --time-column ts_ms --time-unit ms",
            "  zcat day*.csv.gz | varve import - --format csv",
            "  varve import history.line --backfill",
            "",
            "If an import is interrupted, the same command continues it: FILE.varve-progress records the progress until"
                    + " the whole file is stored. Lines that are already stored change nothing.",
            ""
        })
final class ImportCommand extends Placed {

    private static final String STANDARD_INPUT = "-";

    private static final int BATCH = 5_000;

    /** Readings of one day and series are stored together, so that large batches take less work. */
    private static final int BACKFILL_BATCH = 20_000;

    /** The largest number of refused lines that are printed. */
    private static final int SHOWN = 20;

    @Parameters(paramLabel = "FILE", description = "the file, or - for standard input")
    private String file;

    @Option(
            names = "--format",
            description = "csv, ndjson or line; by default recognised by the name or the first line")
    private @Nullable Format format;

    @Option(
            names = "--precision",
            defaultValue = "ns",
            description = "unit of timestamps in line protocol: ns, us, ms or s (${DEFAULT-VALUE})")
    private String precision;

    @Option(names = "--batch", description = "lines sent at a time (5000, with --backfill 20000)")
    private @Nullable Integer batch;

    @Option(
            names = "--backfill",
            description =
                    "accept readings of any age: those that are too old to be kept count in hours, days and months only")
    private boolean backfill;

    @Option(
            names = "--now",
            description =
                    "give readings without a time the time of their arrival; a device then gets one reading per batch")
    private boolean now;

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            description = "CSV without a column deviceId: the device of all lines")
    private @Nullable String device;

    @Option(
            names = "--time-column",
            paramLabel = "NAME",
            description = "CSV: the column that holds the time; at or timestamp by default")
    private @Nullable String timeColumn;

    @Option(
            names = "--time-unit",
            description =
                    "CSV: the unit of times that are numbers since 1970: ns, us, ms or s; by default ISO 8601 or milliseconds")
    private Columns.@Nullable Unit timeUnit;

    @Option(names = "--restart", description = "start again at the first line")
    private boolean restart;

    @Override
    public Integer call() throws Exception {
        // Opened first: a file that does not exist must not create a database.
        try (InputFile source = isStandardInput() ? InputFile.of(System.in) : InputFile.of(Path.of(file))) {
            Columns columns = new Columns(device, timeColumn, timeUnit);
            Importer.Options options = new Importer.Options(
                    format == null ? source.guess(columns) : format,
                    precision,
                    batch == null ? (backfill ? BACKFILL_BATCH : BATCH) : batch,
                    now ? Importer.Untimed.NOW : Importer.Untimed.REFUSED,
                    columns,
                    backfill ? Importer.Age.ANY : Importer.Age.LIMITED);
            try (Connection connection = where().connectOrCreate()) {
                int code = store(connection.client(), source, options);
                note(
                        connection.server().isPresent()
                                ? "the server refreshes the rollups in the background; varve rollup verify shows when"
                                        + " it is done"
                                : "refreshing the rollups; the command ends when this is done");
                return code;
            }
        }
    }

    private boolean isStandardInput() {
        return file.equals(STANDARD_INPUT);
    }

    private int store(ApiClient client, InputFile source, Importer.Options options) throws IOException {
        Path again = source.file().orElse(null);
        Checkpoint checkpoint = again == null
                ? Checkpoint.none()
                : Checkpoint.of(again, where().place(System.getenv()).name(), options);
        if (restart) {
            checkpoint.forget();
        }
        Instant begin = Instant.now();
        long size = again == null ? -1 : Files.size(again);
        ImportReport report;
        try (ProgressLine progress = ProgressLine.begin(terminal(), source.name(), ProgressLine.Unit.MEGABYTES, size)) {
            report = new Importer(client, options)
                    .run(
                            source,
                            checkpoint,
                            soFar -> progress.at(source.read(), HumanText.count(soFar.accepted()) + " stored"));
        } catch (Unreachable | ApiFailure e) {
            print(checkpoint);
            if (again != null && Files.exists(Path.of(file + Checkpoint.SUFFIX))) {
                note("progress is recorded: run the same command again to continue");
            }
            throw e;
        }
        print(checkpoint);
        Map<String, Long> rows = backfill ? finished(client) : Map.of();
        Duration taken = Duration.between(begin, Instant.now());
        if (isJson()) {
            out().println(HumanText.cleanJson(json(report, rows, taken).toPrettyString()));
        } else {
            print(report, taken);
            print(rows);
        }
        return report.refused() == 0 ? 0 : 1;
    }

    /** Waits until the rows of old readings are written; returns their numbers by tier. */
    private Map<String, Long> finished(ApiClient client) {
        note("writing hours, days and months");
        return client.ask(ApiCall.post(Map.of(), "backfill", "finish"), BackfillRows.class)
                .rows();
    }

    private void print(Map<String, Long> rows) {
        if (!rows.isEmpty()) {
            out().println(rows.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(tier -> "%s %s".formatted(HumanText.count(tier.getValue()), tier.getKey()))
                    .collect(Collectors.joining(", ", "rows written: ", "")));
        }
    }

    private void print(Checkpoint checkpoint) {
        checkpoint
                .problem()
                .ifPresent(problem -> note("the progress could not be recorded: " + Problems.text(problem)));
    }

    private void print(ImportReport report, Duration taken) {
        report.shown().stream()
                .limit(SHOWN)
                .forEach(line -> err().println(HumanText.clean(
                        "%s:%s: %s [%s]".formatted(file, line.line(), line.message(), line.code()))));
        if (report.refused() > SHOWN) {
            err().println("… %s lines refused in total".formatted(HumanText.count(report.refused())));
        }
        if (report.resumedAtLine() > 1) {
            note("continued from line " + HumanText.count(report.resumedAtLine()));
        }
        if (report.summarized() > 0) {
            note("%s of these readings are not taken, because their hours, days or months are final"
                    .formatted(HumanText.count(report.summarized())));
        }
        long readings = report.accepted() + report.duplicates();
        out().println("%s stored, %s already there, %s refused; %s, %s per second"
                .formatted(
                        HumanText.count(report.accepted()),
                        HumanText.count(report.duplicates()),
                        HumanText.count(report.refused()),
                        HumanText.seconds(taken),
                        HumanText.count(readings * 1000 / Math.max(1, taken.toMillis()))));
    }

    private static ObjectNode json(ImportReport report, Map<String, Long> rows, Duration taken) {
        ObjectNode json = new JsonMapper().createObjectNode();
        json.put("accepted", report.accepted());
        json.put("duplicates", report.duplicates());
        json.put("failed", report.refused());
        json.put("summarized", report.summarized());
        rows.forEach((tier, count) -> json.withObject("/rows").put(tier, count));
        json.put("resumedAtLine", report.resumedAtLine());
        json.put("seconds", taken.toMillis() / 1000.0);
        for (Refused line : report.shown()) {
            json.withArray("/errors")
                    .addObject()
                    .put("line", line.line())
                    .put("code", line.code())
                    .put("message", line.message());
        }
        return json;
    }
}
