package dev.varve.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.Call;
import dev.varve.cli.client.Known;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Texts;
import dev.varve.cli.show.Tone;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "rollup",
        description = "Compares aggregates with the readings they are made of, or makes them again.",
        subcommands = {RollupCommand.Verify.class, RollupCommand.Rebuild.class},
        mixinStandardHelpOptions = true)
final class RollupCommand {

    /** Looks at the aggregates of a range. */
    abstract static class Look extends Asking {

        @Option(names = "--device", description = "those of one device")
        private @Nullable String device;

        @Option(
                names = "--from",
                paramLabel = "TIME",
                description = "begin of the range, -7d; as long as readings are kept")
        private @Nullable String from;

        @Option(
                names = "--to",
                paramLabel = "TIME",
                description = "end of the range, not included; unless given, now, and for verify the hour under way")
        private @Nullable String to;

        JsonNode look(ApiClient client, String verb) {
            Map<String, Object> body = new LinkedHashMap<>();
            put(body, "device", device);
            put(body, "from", from);
            put(body, "to", to);
            JsonNode report = client.json(Call.post(body, "rollups", verb));
            // Nothing that was compared must not look like nothing that is wrong.
            long checked = Answers.required(report, "checked").asLong();
            if (checked == 0 && device != null) {
                Known.requireDevice(client, device);
            }
            return report;
        }

        static long wrong(JsonNode report) {
            return report.path("wrongRows").asLong(report.path("wrong").size());
        }

        String table(JsonNode report) {
            TextTable table =
                    new TextTable(paint()).text("of").text("tier").text("start").text("problem");
            for (String list : List.of("wrong", "problems")) {
                for (JsonNode row : report.path(list)) {
                    table.row()
                            .cell(row.path("identity").asText(), Tone.STRONG)
                            .cell(row.path("tier").asText())
                            .cell(row.path("start").asText())
                            .cell(row.path("problem").asText());
                }
            }
            return table.size() == 0 ? "" : table + "\n";
        }
    }

    @Command(
            name = "verify",
            description =
                    "Compares; exits with 1 if a row is wrong or cannot be made. Rows that wait for aggregation are"
                            + " pending.")
    static final class Verify extends Look {
        @Override
        int run(ApiClient client) {
            JsonNode report = look(client, "verify");
            long wrong = wrong(report) + failed(report);
            long pending = report.path("pendingRows").asLong();
            show(
                    report,
                    () -> table(report)
                            + (pending > 0
                                    ? paint().paint(Tone.ACCENT, "…")
                                            + " %s, %s not up to date yet: the server is still aggregating, ask again later"
                                                    .formatted(checked(report), Texts.count(pending))
                                    : wrong == 0
                                            ? paint().paint(Tone.GOOD, "✓") + " " + checked(report) + ", all right"
                                            : paint().paint(Tone.BAD, "✗")
                                                    + " %s, %s wrong: varve rollup rebuild mends them"
                                                            .formatted(checked(report), Texts.count(wrong))));
            return wrong == 0 ? 0 : 1;
        }
    }

    private static String checked(JsonNode report) {
        long incomplete = report.path("incompleteRows").asLong();
        long failed = failed(report);
        return Texts.count(report.path("checked").asLong(), "row", "rows") + " compared"
                + (incomplete == 0 ? "" : ", %s incomplete".formatted(Texts.count(incomplete)))
                + (failed == 0 ? "" : ", %s cannot be made".formatted(Texts.count(failed)));
    }

    private static long failed(JsonNode report) {
        return report.path("failedRows").asLong();
    }

    @Command(name = "rebuild", description = "Makes the rows again that are wrong.")
    static final class Rebuild extends Look {
        @Override
        int run(ApiClient client) {
            JsonNode report = look(client, "rebuild");
            show(
                    report,
                    () -> table(report)
                            + "%s, %s mended"
                                    .formatted(
                                            checked(report),
                                            Texts.count(report.path("mended").asLong())));
            return failed(report) == 0 ? 0 : 1;
        }
    }
}
