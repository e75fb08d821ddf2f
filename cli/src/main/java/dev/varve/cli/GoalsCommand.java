package dev.varve.cli;

import dev.varve.analytics.Goal;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.error.Rejected;
import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.sites.GoalBody;
import dev.varve.server.api.sites.GoalJson;
import dev.varve.server.api.sites.GoalPage;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "goals",
        description = "Lists the goals of a site; adds or removes one.",
        subcommands = {GoalsCommand.Add.class, GoalsCommand.Remove.class})
final class GoalsCommand extends QueryCommandBase {

    /** Not required here, because each subcommand declares its own. */
    @Parameters(paramLabel = "SITE", arity = "0..1", description = "the site's id")
    private @Nullable String site;

    @Override
    int run(ApiClient client) {
        if (site == null) {
            throw new Rejected("cli.site", "the site is missing: varve sites goals SITE");
        }
        GoalPage answer = client.ask(ApiCall.get("sites", site, "goals"), GoalPage.class);
        List<GoalJson> goals = answer.goals();
        show(answer, () -> goals.isEmpty() ? "no goals" : table(goals));
        return 0;
    }

    private TextTable table(List<GoalJson> goals) {
        TextTable table =
                new TextTable(paint()).text("goal").text("name").text("kind").text("reached by");
        for (GoalJson goal : goals) {
            table.row()
                    .cell(goal.goalId(), Tone.STRONG)
                    .cell(goal.name())
                    .cell(AnswerTexts.word(goal.kind()))
                    .cell(reachedBy(goal));
        }
        return table;
    }

    private static String reachedBy(GoalJson goal) {
        return goal.kind() == Goal.Kind.DURATION
                ? "staying for %s s".formatted(goal.seconds())
                : "%s %s%s"
                        .formatted(
                                AnswerTexts.word(goal.match()),
                                goal.pattern(),
                                goal.value() == null
                                        ? ""
                                        : ", value %s in %s".formatted(goal.value(), goal.currency()));
    }

    @Command(name = "add", description = "Adds a goal to a site, or changes it.")
    static final class Add extends QueryCommandBase {

        @Parameters(index = "0", paramLabel = "SITE", description = "the site's id")
        private String site;

        @Parameters(index = "1", paramLabel = "GOAL", description = "the goal's id")
        private String goal;

        @Option(names = "--name", description = "its name")
        private @Nullable String name;

        @Option(names = "--page", paramLabel = "PATH", description = "reached when a visitor sees this page")
        private @Nullable String page;

        @Option(names = "--event", paramLabel = "NAME", description = "reached when this event happens")
        private @Nullable String event;

        @Option(names = "--seconds", paramLabel = "N", description = "reached when a session lasts this long")
        private @Nullable Long seconds;

        @Option(
                names = "--match",
                description = "exact, prefix, contains, stars or regex; stars if there is a star, else exact")
        private @Nullable String match;

        @Option(
                names = "--value",
                paramLabel = "PROPERTY",
                description = "a property of the event that is a number, summed as revenue")
        private @Nullable String value;

        @Option(names = "--currency", paramLabel = "CODE", description = "the currency of the value, for example EUR")
        private @Nullable String currency;

        @Override
        int run(ApiClient client) {
            if (Stream.of(page, event, seconds).filter(given -> given != null).count() != 1) {
                throw new Rejected("cli.goal", "give one of --page, --event and --seconds");
            }
            Goal.Kind kind = page != null ? Goal.Kind.PAGE : event != null ? Goal.Kind.EVENT : Goal.Kind.DURATION;
            GoalBody body = new GoalBody(
                    null,
                    name,
                    AnswerTexts.word(kind),
                    matchOf(page),
                    page != null ? page : event,
                    seconds,
                    value,
                    currency);
            GoalJson stored = client.ask(ApiCall.put(body, "sites", site, "goals", goal), GoalJson.class);
            show(stored, () -> "goal %s of %s: %s".formatted(goal, site, reachedBy(stored)));
            return 0;
        }

        /** Paths with stars mean a pattern, as in Plausible. */
        private @Nullable String matchOf(@Nullable String path) {
            return match == null && path != null && path.contains("*") ? "stars" : match;
        }
    }

    @Command(name = "remove", description = "Removes a goal from a site.")
    static final class Remove extends QueryCommandBase {

        @Parameters(index = "0", paramLabel = "SITE", description = "the site's id")
        private String site;

        @Parameters(index = "1", paramLabel = "GOAL", description = "the goal's id")
        private String goal;

        @Override
        int run(ApiClient client) {
            EmptyJson answer = client.delete(ApiCall.delete("sites", site, "goals", goal));
            show(answer, () -> "removed goal %s of %s".formatted(goal, site));
            return 0;
        }
    }
}
