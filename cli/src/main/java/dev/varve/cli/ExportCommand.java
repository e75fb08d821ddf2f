package dev.varve.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.Call;
import dev.varve.cli.client.Known;
import dev.varve.cli.client.Pages;
import dev.varve.cli.show.Progress;
import dev.varve.cli.show.Texts;
import dev.varve.cli.transfer.Exporter;
import dev.varve.cli.transfer.Format;
import dev.varve.core.Rejected;
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
            "Writes readings to a file or the output, so that import reads the same ones back.",
            "",
            "What is known of devices beside their readings is not in it: varve devices --json lists that.",
            ""
        })
final class ExportCommand extends Asking {

    /** Everything there is: keys hold the years from 0001 to 9999. */
    private static final String BEGIN = "0001-01-01";

    private static final String END = "9999-12-31";

    @Parameters(paramLabel = "DEVICE", arity = "0..*", description = "these devices; all of them unless given")
    private List<String> devices = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "where to; the output unless given")
    private @Nullable Path output;

    @Option(names = "--format", defaultValue = "csv", description = "csv, ndjson or line (${DEFAULT-VALUE})")
    private Format format;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            defaultValue = BEGIN,
            description = "begin of the range, -7d; all unless given")
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
                    "cli.export", "--json tells of what was written to a file: give --output, or --format ndjson");
        }
        List<String> wanted = devices.isEmpty() ? all(client) : devices;
        Exporter exporter = new Exporter(client, new Exporter.Options(format, fields, from, to));
        long readings;
        try (Progress progress = Progress.begin(terminal(), "export", Progress.Unit.DEVICES, wanted.size())) {
            Exporter.Listener listener = (done, written) -> {
                progress.at(done, Texts.count(written) + " readings");
                requireWritten();
            };
            readings =
                    output == null ? exporter.run(wanted, out(), listener) : toFile(exporter, output, wanted, listener);
        }
        requireWritten();
        if (!devices.isEmpty()) {
            exporter.empty().forEach(device -> Known.requireDevice(client, device));
        }
        if (isJson()) {
            ObjectNode told = new JsonMapper().createObjectNode();
            told.put("devices", wanted.size()).put("readings", readings).put("file", String.valueOf(output));
            out().println(told.toPrettyString());
        } else {
            note("%s of %s"
                    .formatted(
                            Texts.count(readings, "reading", "readings"),
                            Texts.count(wanted.size(), "device", "devices")));
        }
        return 0;
    }

    private static long toFile(Exporter exporter, Path file, List<String> devices, Exporter.Listener listener)
            throws IOException {
        // A file under its own name is a whole one.
        Path part = Path.of(file + ".part");
        long readings;
        try (Writer writer = Files.newBufferedWriter(part)) {
            readings = exporter.run(devices, writer, listener);
        }
        Files.move(part, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        return readings;
    }

    private List<String> all(ApiClient client) {
        List<String> ids = new ArrayList<>();
        JsonNode answer = Pages.of(
                client,
                Call.get("devices").with("location", location),
                "devices",
                Integer.MAX_VALUE,
                DevicesCommand.PAGE);
        answer.path("devices").forEach(device -> ids.add(device.path("deviceId").asText()));
        return ids;
    }
}
