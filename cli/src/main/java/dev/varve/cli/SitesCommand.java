package dev.varve.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.Connection;
import dev.varve.cli.client.PagedList;
import dev.varve.cli.query.RelativeChange;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "sites",
        description = "Lists the sites whose visits are counted; creates, changes or deletes one.",
        subcommands = {SitesCommand.Set.class, SitesCommand.Delete.class, GoalsCommand.class})
final class SitesCommand extends QueryCommandBase {

    /** As many as the API gives at once. */
    private static final int PAGE = 100;

    private static final int MOST = 10_000;

    @Override
    int run(ApiClient client) {
        JsonNode answer = PagedList.of(client, ApiCall.get("sites"), "sites", MOST, PAGE);
        JsonNode sites = AnswerTexts.required(answer, "sites");
        show(
                answer,
                () -> sites.isEmpty() ? "no sites; create one: varve sites set ID --domain example.com" : table(sites));
        return 0;
    }

    private TextTable table(JsonNode sites) {
        TextTable table = new TextTable(paint())
                .text("site")
                .text("name")
                .text("domains")
                .text("time zone")
                .number("visitors 24 h")
                .number("change");
        for (JsonNode site : sites) {
            JsonNode change = site.path("change");
            table.row()
                    .cell(site.path("siteId").asText(), Tone.STRONG)
                    .cell(site.path("name").asText())
                    .cell(AnswerTexts.words(site.path("domains")))
                    .cell(site.path("timezone").asText())
                    .cell(HumanText.count(site.path("visitors24h").asLong()))
                    .cell(RelativeChange.text(change), RelativeChange.tone(change));
        }
        return table;
    }

    @Command(
            name = "set",
            aliases = "create",
            description = "Creates a site, or changes its name, domains and time zone.")
    static final class Set extends QueryCommandBase {

        @Parameters(paramLabel = "SITE", description = "its id, often the domain")
        private String id;

        @Option(names = "--name", description = "its name")
        private @Nullable String name;

        @Option(
                names = "--domain",
                split = ",",
                description = "where it is to be seen; may be given again; all of them at once")
        private @Nullable List<String> domains;

        @Option(names = "--timezone", paramLabel = "ZONE", description = "whose days count, Europe/Berlin")
        private @Nullable String timezone;

        @Override
        Connection connect(LocationOptions place) {
            return place.connectOrCreate();
        }

        @Override
        int run(ApiClient client) {
            Map<String, Object> body = new LinkedHashMap<>();
            if (name != null) {
                body.put("name", name);
            }
            if (domains != null) {
                body.put("domains", domains);
            }
            if (timezone != null) {
                body.put("timezone", timezone);
            }
            JsonNode site = client.json(ApiCall.put(body, "sites", id));
            show(site, () -> {
                Details details = new Details(paint())
                        .title(site.path("siteId").asText())
                        .line("name", AnswerTexts.text(site.path("name")))
                        .line("domains", AnswerTexts.words(site.path("domains")))
                        .line("time zone", AnswerTexts.text(site.path("timezone")));
                return site.has("timezoneSince")
                        ? details.line("since", AnswerTexts.text(site.path("timezoneSince")))
                        : details;
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
            JsonNode answer = client.json(ApiCall.delete("sites", id));
            show(answer, () -> "deleted site " + id);
            return 0;
        }
    }
}
