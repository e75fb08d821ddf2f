package dev.varve.cli;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.PagedList;
import dev.varve.cli.query.RelativeChange;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.sites.SiteBody;
import dev.varve.server.api.sites.SiteJson;
import dev.varve.server.api.sites.SitePage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "sites",
        description = "Lists the sites whose sessions are counted; creates, changes or deletes one.",
        subcommands = {
            SitesCommand.Set.class,
            SitesCommand.Delete.class,
            GoalsCommand.class,
            FunnelsCommand.class,
            LinksCommand.class,
            DroppedCommand.class,
            TimesCommand.class
        })
final class SitesCommand extends QueryCommandBase {

    private static final int MOST = 10_000;

    @Override
    int run(ApiClient client) {
        SitePage answer = PagedList.SITES.first(client, ApiCall.get("sites"), MOST);
        List<SiteJson> sites = answer.sites();
        show(
                answer,
                () -> sites.isEmpty() ? "no sites; create one: varve sites set ID --domain example.com" : table(sites));
        return 0;
    }

    private TextTable table(List<SiteJson> sites) {
        TextTable table = new TextTable(paint())
                .text("site")
                .text("name")
                .text("domains")
                .text("time zone")
                .number("visitors 24 h")
                .number("change");
        for (SiteJson site : sites) {
            Long visitors = site.visitors24h();
            table.row()
                    .cell(site.siteId(), Tone.STRONG)
                    .cell(site.name())
                    .cell(AnswerTexts.words(site.domains()))
                    .cell(site.timezone())
                    .cell(HumanText.count(visitors == null ? 0 : visitors))
                    .cell(RelativeChange.text(site.change()), RelativeChange.tone(site.change()));
        }
        return table;
    }

    @Command(
            name = "set",
            aliases = "create",
            description = "Creates a site, or changes its name, domains, time zone and handling of privacy signals.")
    static final class Set extends WritingCommand {

        @Parameters(paramLabel = "SITE", description = "its id, often the domain")
        private String id;

        @Option(names = "--name", description = "its name")
        private @Nullable String name;

        @Option(
                names = "--domain",
                split = ",",
                description = "a domain of the site; repeat it for several, which replace the stored ones")
        private @Nullable List<String> domains;

        @Option(
                names = "--timezone",
                paramLabel = "ZONE",
                description = "time zone of the site's days, for example Europe/Berlin")
        private @Nullable String timezone;

        @Option(
                names = "--privacy-signals",
                paramLabel = "WORD",
                description =
                        "honoured: hits with DNT: 1 or Sec-GPC: 1 are dropped, as by default; ignored: they are counted")
        private @Nullable String privacySignals;

        @Override
        int run(ApiClient client) {
            SiteBody body = new SiteBody(null, name, domains, timezone, privacySignals);
            SiteJson site = client.ask(ApiCall.put(body, "sites", id), SiteJson.class);
            show(site, () -> {
                Details details = new Details(paint())
                        .title(site.siteId())
                        .line("name", AnswerTexts.text(site.name()))
                        .line("domains", AnswerTexts.words(site.domains()))
                        .line("time zone", AnswerTexts.text(site.timezone()))
                        .line("privacy signals", AnswerTexts.word(site.privacySignals()));
                return site.timezoneSince() == null
                        ? details
                        : details.line("since", AnswerTexts.text(site.timezoneSince()));
            });
            return 0;
        }
    }

    @Command(name = "delete", description = "Deletes a site. Its counts stay until they expire.")
    static final class Delete extends QueryCommandBase {

        @Parameters(paramLabel = "SITE", description = "its id")
        private String id;

        @Override
        int run(ApiClient client) {
            EmptyJson answer = client.delete(ApiCall.delete("sites", id));
            show(answer, () -> "deleted site " + id);
            return 0;
        }
    }
}
