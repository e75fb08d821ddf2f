package dev.varve.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ExistenceCheck;
import dev.varve.cli.client.PagedList;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.ProgressLine;
import dev.varve.cli.transfer.Exporter;
import dev.varve.cli.transfer.Format;
import dev.varve.error.Rejected;
import dev.varve.server.api.fleet.DeviceJson;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "export",
        description = {
            "Writes readings to a file or to standard output. Import reads the same readings back.",
            "",
            "Names, locations and labels of devices are not included: varve devices --json lists them.",
            ""
        })
final class ExportCommand extends QueryCommandBase {

    /** The default range: keys hold the years 0001 to 9999. */
    private static final String BEGIN = "0001-01-01";

    private static final String END = "9999-12-31";

    @Parameters(paramLabel = "DEVICE", arity = "0..*", description = "the devices to export; all devices by default")
    private List<String> devices = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "the file to write; standard output by default")
    private @Nullable Path output;

    @Option(names = "--format", defaultValue = "csv", description = "csv, ndjson or line (${DEFAULT-VALUE})")
    private Format format;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            defaultValue = BEGIN,
            description = "start of the range, for example -7d; everything by default")
    private String from;

    @Option(names = "--to", paramLabel = "TIME", defaultValue = END, description = "end of the range, not included")
    private String to;

    @Option(names = "--fields", split = ",", description = "only these fields")
    private List<String> fields = new ArrayList<>();

    @Option(names = "--location", description = "only devices there")
    private @Nullable String location;

    @Override
    int run(ApiClient client) throws IOException {
        if (isJson() && output == null) {
            throw new Rejected(
                    "cli.export",
                    "--json prints a summary and needs --output; for readings as JSON use --format ndjson");
        }
        List<String> wanted = devices.isEmpty() ? all(client) : devices;
        Exporter exporter = new Exporter(client, new Exporter.Options(format, fields, from, to));
        long readings;
        try (ProgressLine progress =
                ProgressLine.begin(terminal(), "export", ProgressLine.Unit.DEVICES, wanted.size())) {
            Exporter.Listener listener = (done, written) -> {
                progress.at(done, HumanText.count(written, "reading", "readings"));
                requireWritten();
            };
            readings =
                    output == null ? exporter.run(wanted, out(), listener) : toFile(exporter, output, wanted, listener);
        }
        requireWritten();
        if (!devices.isEmpty()) {
            exporter.empty().forEach(device -> ExistenceCheck.requireDevice(client, device));
        }
        if (isJson()) {
            ObjectNode summary = new JsonMapper().createObjectNode();
            summary.put("devices", wanted.size()).put("readings", readings).put("file", String.valueOf(output));
            out().println(summary.toPrettyString());
        } else {
            note("%s of %s"
                    .formatted(
                            HumanText.count(readings, "reading", "readings"),
                            HumanText.count(wanted.size(), "device", "devices")));
        }
        return 0;
    }

    private static long toFile(Exporter exporter, Path file, List<String> devices, Exporter.Listener listener)
            throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new Rejected("cli.output", "there is no folder %s for --output %s".formatted(folder, file));
        }
        // The file gets its name only when it is complete.
        Path part = Path.of(file + ".part");
        long readings;
        try (Writer writer = Files.newBufferedWriter(part)) {
            readings = exporter.run(devices, writer, listener);
        }
        Files.move(part, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        return readings;
    }

    private List<String> all(ApiClient client) {
        return PagedList.DEVICES
                .first(client, ApiCall.get("devices").with("location", location), Integer.MAX_VALUE)
                .devices()
                .stream()
                .map(DeviceJson::deviceId)
                .toList();
    }
}
