package dev.varve.cli;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.error.Rejected;
import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.sites.FunnelJson;
import dev.varve.server.api.sites.SavedFunnelBody;
import dev.varve.server.api.sites.SavedFunnelJson;
import dev.varve.server.api.sites.SavedFunnelList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "funnels",
        description = "Lists the saved funnels of a site; saves, shows or removes one.",
        subcommands = {FunnelsCommand.Add.class, FunnelsCommand.Show.class, FunnelsCommand.Remove.class})
final class FunnelsCommand extends QueryCommandBase {

    private static final double PERCENT = 100;

    /** Not required here, because each subcommand declares its own. */
    @Parameters(paramLabel = "SITE", arity = "0..1", description = "the site's id")
    private @Nullable String site;

    @Override
    int run(ApiClient client) {
        if (site == null) {
            throw new Rejected("cli.site", "the site is missing: varve sites funnels SITE");
        }
        SavedFunnelList answer = client.ask(ApiCall.get("sites", site, "saved-funnels"), SavedFunnelList.class);
        show(answer, () -> answer.funnels().isEmpty() ? "no funnels" : table(answer.funnels()));
        return 0;
    }

    private TextTable table(List<SavedFunnelJson> funnels) {
        TextTable table = new TextTable(paint()).text("funnel").text("name").text("steps");
        for (SavedFunnelJson funnel : funnels) {
            table.row()
                    .cell(funnel.funnelId(), Tone.STRONG)
                    .cell(funnel.name())
                    .cell(AnswerTexts.words(funnel.goalIds()));
        }
        return table;
    }

    @Command(name = "add", description = "Saves a funnel, or replaces it.")
    static final class Add extends QueryCommandBase {

        @Parameters(index = "0", paramLabel = "SITE", description = "the site's id")
        private String site;

        @Parameters(index = "1", paramLabel = "FUNNEL", description = "the funnel's id")
        private String funnel;

        @Option(
                names = "--steps",
                paramLabel = "GOAL",
                split = ",",
                required = true,
                description = "the ids of its goals, in the order of the steps")
        private List<String> steps;

        @Option(names = "--name", description = "its name")
        private @Nullable String name;

        @Override
        int run(ApiClient client) {
            SavedFunnelJson stored = client.ask(
                    ApiCall.put(new SavedFunnelBody(name, steps), "sites", site, "saved-funnels", funnel),
                    SavedFunnelJson.class);
            show(stored, () -> "funnel %s of %s: %s".formatted(funnel, site, AnswerTexts.words(stored.goalIds())));
            return 0;
        }
    }

    @Command(name = "show", description = "Shows how many visitors came as far as each step of a saved funnel.")
    static final class Show extends QueryCommandBase {

        @Parameters(index = "0", paramLabel = "SITE", description = "the site's id")
        private String site;

        @Parameters(index = "1", paramLabel = "FUNNEL", description = "the funnel's id")
        private String funnel;

        @Option(names = "--period", description = "for example today, 7d or month (30d)")
        private @Nullable String period;

        @Override
        int run(ApiClient client) {
            FunnelJson answer = client.ask(
                    ApiCall.get("sites", site, "funnels").with("funnel", funnel).with("period", period),
                    FunnelJson.class);
            show(answer, () -> {
                TextTable table =
                        new TextTable(paint()).text("step").number("visitors").number("of all");
                answer.steps()
                        .forEach(step -> table.row()
                                .cell(step.name(), Tone.STRONG)
                                .cell(HumanText.count(step.visitors()))
                                .cell(HumanText.rounded(step.rate() * PERCENT) + " %"));
                return table;
            });
            return 0;
        }
    }

    @Command(name = "remove", description = "Removes a saved funnel. Its goals stay.")
    static final class Remove extends QueryCommandBase {

        @Parameters(index = "0", paramLabel = "SITE", description = "the site's id")
        private String site;

        @Parameters(index = "1", paramLabel = "FUNNEL", description = "the funnel's id")
        private String funnel;

        @Override
        int run(ApiClient client) {
            EmptyJson answer = client.delete(ApiCall.delete("sites", site, "saved-funnels", funnel));
            show(answer, () -> "removed funnel %s of %s".formatted(funnel, site));
            return 0;
        }
    }
}
