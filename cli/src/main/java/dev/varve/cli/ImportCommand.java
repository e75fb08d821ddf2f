package dev.varve.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ApiFailure;
import dev.varve.cli.client.Connection;
import dev.varve.cli.client.Unreachable;
import dev.varve.cli.show.Progress;
import dev.varve.cli.show.Texts;
import dev.varve.cli.transfer.Checkpoint;
import dev.varve.cli.transfer.Columns;
import dev.varve.cli.transfer.Format;
import dev.varve.cli.transfer.ImportReport;
import dev.varve.cli.transfer.Importer;
import dev.varve.cli.transfer.Refused;
import dev.varve.cli.transfer.Source;
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
            "Stores the readings of a file or pipe, packed by gzip or not.",
            "",
            "  varve import readings.csv.gz",
            "  varve import power.csv --device meter-7 --time-column ts_ms --time-unit ms",
            "  zcat day*.csv.gz | varve import - --format csv",
            "",
            "A run that was cut short is gone on with by the same command; how far it came is in FILE.varve-progress"
                    + " until the file is stored. Lines that were stored before change nothing.",
            ""
        })
final class ImportCommand extends Placed {

    private static final String STANDARD_INPUT = "-";

    /** As many as a person reads. */
    private static final int SHOWN = 20;

    @Parameters(paramLabel = "FILE", description = "the file, or - for what comes in")
    private String file;

    @Option(names = "--format", description = "csv, ndjson or line; by the file's name or beginning unless given")
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
            description = "store readings without a time as measured when they arrive; of each device one a batch")
    private boolean now;

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            description = "of a CSV file without a column deviceId: the device of all its lines")
    private @Nullable String device;

    @Option(
            names = "--time-column",
            paramLabel = "NAME",
            description = "of a CSV file: the column that says when; at or timestamp unless given")
    private @Nullable String timeColumn;

    @Option(
            names = "--time-unit",
            description = "of a CSV file: ns, us, ms or s since 1970; ISO 8601 or milliseconds unless given")
    private Columns.@Nullable Unit timeUnit;

    @Option(names = "--restart", description = "begin the file anew")
    private boolean restart;

    @Override
    public Integer call() throws Exception {
        // A file that is not there should not make a database.
        try (Source source = isStandardInput() ? Source.of(System.in) : Source.of(Path.of(file))) {
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
                                ? "the server goes on aggregating what is stored: varve rollup verify tells when that"
                                        + " is done"
                                : "aggregating what is stored; the command ends when that is done");
                return code;
            }
        }
    }

    private boolean isStandardInput() {
        return file.equals(STANDARD_INPUT);
    }

    private int store(ApiClient client, Source source, Importer.Options options) throws IOException {
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
        try (Progress progress = Progress.begin(terminal(), source.name(), Progress.Unit.MEGABYTES, size)) {
            report = new Importer(client, options)
                    .run(
                            source,
                            checkpoint,
                            soFar -> progress.at(source.read(), Texts.count(soFar.accepted()) + " stored"));
        } catch (Unreachable | ApiFailure e) {
            tell(checkpoint);
            if (again != null && Files.exists(Path.of(file + Checkpoint.SUFFIX))) {
                note("what was stored is noted: the same command goes on from there");
            }
            throw e;
        }
        tell(checkpoint);
        Duration taken = Duration.between(begin, Instant.now());
        if (isJson()) {
            out().println(Texts.cleanJson(json(report, taken).toPrettyString()));
        } else {
            tell(report, taken);
        }
        return report.refused() == 0 ? 0 : 1;
    }

    private void tell(Checkpoint checkpoint) {
        checkpoint
                .problem()
                .ifPresent(problem -> note("how far it came could not be noted: " + Problems.text(problem)));
    }

    private void tell(ImportReport report, Duration taken) {
        report.shown().stream()
                .limit(SHOWN)
                .forEach(line -> err().println(Texts.clean(
                        "%s:%s: %s [%s]".formatted(file, line.line(), line.message(), line.code()))));
        if (report.refused() > SHOWN) {
            err().println("… %s lines refused in all".formatted(Texts.count(report.refused())));
        }
        if (report.resumedAtLine() > 1) {
            note("went on from line " + Texts.count(report.resumedAtLine()));
        }
        long readings = report.accepted() + report.duplicates();
        out().println("%s stored, %s there already, %s refused; %s, %s a second"
                .formatted(
                        Texts.count(report.accepted()),
                        Texts.count(report.duplicates()),
                        Texts.count(report.refused()),
                        Texts.seconds(taken),
                        Texts.count(readings * 1000 / Math.max(1, taken.toMillis()))));
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
