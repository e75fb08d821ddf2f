package dev.varve.cli;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.server.api.sites.SitePageTimes;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "times", description = "Shows how long visitors saw the pages of a site, on average.")
final class TimesCommand extends QueryCommandBase {

    @Parameters(paramLabel = "SITE", description = "the site's id")
    private String site;

    @Option(names = "--period", description = "for example today, 7d or month (30d)")
    private @Nullable String period;

    @Option(names = "--limit", description = "the most pages (10)")
    private @Nullable Integer limit;

    @Override
    int run(ApiClient client) {
        SitePageTimes answer = client.ask(
                ApiCall.get("sites", site, "page-times").with("period", period).with("limit", limit),
                SitePageTimes.class);
        show(answer, () -> answer.rows().isEmpty() ? "no times" : table(answer));
        return 0;
    }

    private TextTable table(SitePageTimes answer) {
        TextTable table = new TextTable(paint()).text("page").number("views").number("seconds");
        for (SitePageTimes.Row row : answer.rows()) {
            table.row()
                    .cell(row.page(), Tone.STRONG)
                    .cell(HumanText.count(row.views()))
                    .cell(HumanText.rounded(row.seconds()));
        }
        return table;
    }
}
