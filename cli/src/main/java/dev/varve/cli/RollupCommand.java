package dev.varve.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ExistenceCheck;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "rollup",
        description = "Compares aggregates with the readings they are computed from, or computes them again.",
        subcommands = {RollupCommand.Verify.class, RollupCommand.Rebuild.class},
        mixinStandardHelpOptions = true)
final class RollupCommand {

    /** Looks at the aggregates of a range. */
    abstract static class Look extends QueryCommandBase {

        @Option(names = "--device", description = "only this device")
        private @Nullable String device;

        @Option(
                names = "--from",
                paramLabel = "TIME",
                description = "start of the range, for example -7d; by default the oldest reading that is kept")
        private @Nullable String from;

        @Option(
                names = "--to",
                paramLabel = "TIME",
                description = "end of the range, not included; by default now, for verify the start of this hour")
        private @Nullable String to;

        JsonNode look(ApiClient client, String verb) {
            Map<String, Object> body = new LinkedHashMap<>();
            put(body, "device", device);
            put(body, "from", from);
            put(body, "to", to);
            JsonNode report = client.json(ApiCall.post(body, "rollups", verb));
            // A report about no rows must not look as if all were correct.
            long checked = AnswerTexts.required(report, "checked").asLong();
            if (checked == 0 && device != null) {
                ExistenceCheck.requireDevice(client, device);
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
                    "Compares aggregates with the readings. Exits with 1 if a row is wrong or cannot be computed. Rows"
                            + " that wait for aggregation are pending, not wrong.")
    static final class Verify extends Look {
        @Override
        int run(ApiClient client) {
            JsonNode report = look(client, "verify");
            long wrong = wrong(report);
            long pending = report.path("pendingRows").asLong();
            boolean isGood = wrong == 0 && failed(report) == 0;
            String mark = isGood
                    ? pending == 0 ? paint().paint(Tone.GOOD, "✓") : paint().paint(Tone.ACCENT, "…")
                    : paint().paint(Tone.BAD, "✗");
            show(report, () -> table(report) + mark + " " + checked(report) + verdict(wrong, pending, isGood));
            return isGood ? 0 : 1;
        }

        private static String verdict(long wrong, long pending, boolean isGood) {
            String waiting = pending == 0 ? "" : ", %s pending".formatted(HumanText.count(pending));
            if (wrong > 0) {
                return waiting + ", %s wrong: varve rollup rebuild repairs them".formatted(HumanText.count(wrong));
            }
            if (pending > 0) {
                return waiting + ": aggregation is still running; run the command again later";
            }
            return isGood ? ", all correct" : "";
        }
    }

    private static String checked(JsonNode report) {
        long incomplete = report.path("incompleteRows").asLong();
        long failed = failed(report);
        return HumanText.count(report.path("checked").asLong(), "row", "rows") + " compared"
                + (incomplete == 0 ? "" : ", %s incomplete".formatted(HumanText.count(incomplete)))
                + (failed == 0 ? "" : ", %s cannot be computed".formatted(HumanText.count(failed)));
    }

    private static long failed(JsonNode report) {
        return report.path("failedRows").asLong();
    }

    @Command(name = "rebuild", description = "Computes rows that are wrong again, and stores them.")
    static final class Rebuild extends Look {
        @Override
        int run(ApiClient client) {
            JsonNode report = look(client, "rebuild");
            show(
                    report,
                    () -> table(report)
                            + "%s, %s repaired"
                                    .formatted(
                                            checked(report),
                                            HumanText.count(
                                                    report.path("mended").asLong())));
            return failed(report) == 0 ? 0 : 1;
        }
    }
}
