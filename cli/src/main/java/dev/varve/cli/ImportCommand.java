package dev.varve.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
            "",
            "If an import is interrupted, the same command continues it: FILE.varve-progress records the progress until"
                    + " the whole file is stored. Lines that are already stored change nothing.",
            ""
        })
final class ImportCommand extends Placed {

    private static final String STANDARD_INPUT = "-";

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

    @Option(names = "--batch", defaultValue = "5000", description = "lines sent at a time (${DEFAULT-VALUE})")
    private int batch;

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
                    batch,
                    now ? Importer.Untimed.NOW : Importer.Untimed.REFUSED,
                    columns);
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
        Duration taken = Duration.between(begin, Instant.now());
        if (isJson()) {
            out().println(HumanText.cleanJson(json(report, taken).toPrettyString()));
        } else {
            print(report, taken);
        }
        return report.refused() == 0 ? 0 : 1;
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
        long readings = report.accepted() + report.duplicates();
        out().println("%s stored, %s already there, %s refused; %s, %s per second"
                .formatted(
                        HumanText.count(report.accepted()),
                        HumanText.count(report.duplicates()),
                        HumanText.count(report.refused()),
                        HumanText.seconds(taken),
                        HumanText.count(readings * 1000 / Math.max(1, taken.toMillis()))));
    }

    private static ObjectNode json(ImportReport report, Duration taken) {
        ObjectNode json = new JsonMapper().createObjectNode();
        json.put("accepted", report.accepted());
        json.put("duplicates", report.duplicates());
        json.put("failed", report.refused());
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
