package dev.varve.cli;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.server.api.sites.SiteDropped;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "dropped",
        description = "Shows the hits of a site that were received and not counted, by day in UTC and by reason.")
final class DroppedCommand extends QueryCommandBase {

    @Parameters(paramLabel = "SITE", description = "the site's id")
    private String site;

    @Option(names = "--period", description = "for example today, 7d, month or 12mo (30d)")
    private @Nullable String period;

    @Override
    int run(ApiClient client) {
        SiteDropped answer =
                client.ask(ApiCall.get("sites", site, "dropped").with("period", period), SiteDropped.class);
        show(answer, () -> answer.days().isEmpty() ? "no dropped hits" : table(answer));
        return 0;
    }

    private TextTable table(SiteDropped answer) {
        TextTable table = new TextTable(paint())
                .text("day")
                .number("bots")
                .number("DNT")
                .number("GPC")
                .number("without session")
                .number("over rate");
        for (SiteDropped.Day day : answer.days()) {
            table.row()
                    .cell(day.day().toString(), Tone.STRONG)
                    .cell(HumanText.count(day.bots()))
                    .cell(HumanText.count(day.doNotTrack()))
                    .cell(HumanText.count(day.globalPrivacyControl()))
                    .cell(HumanText.count(day.withoutSession()))
                    .cell(HumanText.count(day.overRate()));
        }
        return table;
    }
}
