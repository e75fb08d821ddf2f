package dev.varve.cli;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ExistenceCheck;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.server.api.fleet.RollupCheck;
import dev.varve.server.api.fleet.RollupRangeBody;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "rollup",
        description = "Compares rollup rows with the readings they are computed from, or computes them again.",
        subcommands = {RollupCommand.Verify.class, RollupCommand.Rebuild.class},
        mixinStandardHelpOptions = true)
final class RollupCommand {

    /** Checks the rollup rows of a range. */
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

        RollupCheck look(ApiClient client, String verb) {
            RollupCheck report =
                    client.ask(ApiCall.post(new RollupRangeBody(device, from, to), "rollups", verb), RollupCheck.class);
            // A report about no rows must not look as if all were correct.
            if (report.checked() == 0 && device != null) {
                ExistenceCheck.requireDevice(client, device);
            }
            return report;
        }

        String table(RollupCheck report) {
            TextTable table =
                    new TextTable(paint()).text("of").text("tier").text("start").text("problem");
            for (List<RollupCheck.RowProblem> rows : List.of(report.wrong(), report.problems())) {
                for (RollupCheck.RowProblem row : rows) {
                    table.row()
                            .cell(row.identity(), Tone.STRONG)
                            .cell(row.tier())
                            .cell(row.start().toString())
                            .cell(row.problem());
                }
            }
            return table.size() == 0 ? "" : table + "\n";
        }
    }

    @Command(
            name = "verify",
            description =
                    "Compares rollup rows with the readings. Exits with 1 if a row is wrong or cannot be computed. Rows"
                            + " that wait for a refresh are pending, not wrong.")
    static final class Verify extends Look {
        @Override
        int run(ApiClient client) {
            RollupCheck report = look(client, "verify");
            long wrong = report.wrongRows();
            long pending = report.pendingRows();
            boolean isGood = wrong == 0 && report.failedRows() == 0;
            String mark = isGood
                    ? pending == 0 ? paint().paint(Tone.GOOD, "✓") : paint().paint(Tone.ACCENT, "…")
                    : paint().paint(Tone.BAD, "✗");
            show(report, () -> table(report) + mark + " " + checked(report) + verdict(wrong, pending, isGood));
            return isGood ? 0 : 1;
        }

        private static String verdict(long wrong, long pending, boolean isGood) {
            String waiting = pending == 0 ? "" : ", %s pending".formatted(HumanText.count(pending));
            if (wrong > 0) {
                return waiting
                        + ", %s wrong: varve rollup rebuild computes them again".formatted(HumanText.count(wrong));
            }
            if (pending > 0) {
                return waiting + ": rows are still being refreshed; run the command again later";
            }
            return isGood ? ", all correct" : "";
        }
    }

    private static String checked(RollupCheck report) {
        long incomplete = report.incompleteRows();
        long failed = report.failedRows();
        return HumanText.count(report.checked(), "row", "rows") + " compared"
                + (incomplete == 0 ? "" : ", %s incomplete".formatted(HumanText.count(incomplete)))
                + (failed == 0 ? "" : ", %s cannot be computed".formatted(HumanText.count(failed)));
    }

    @Command(name = "rebuild", description = "Computes rows that are wrong again, and stores them.")
    static final class Rebuild extends Look {
        @Override
        int run(ApiClient client) {
            RollupCheck report = look(client, "rebuild");
            show(
                    report,
                    () -> table(report)
                            + "%s, %s rebuilt".formatted(checked(report), HumanText.count(report.rebuilt())));
            return report.failedRows() == 0 ? 0 : 1;
        }
    }
}
