package dev.varve.cli;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.error.Rejected;
import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.alert.RuleBody;
import dev.varve.server.api.alert.RuleJson;
import dev.varve.server.api.alert.RuleKind;
import dev.varve.server.api.alert.RulePage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "rules",
        description = "Lists the rules that open alerts; sets or deletes one.",
        subcommands = {RulesCommand.Set.class, RulesCommand.Delete.class})
final class RulesCommand extends QueryCommandBase {

    @Override
    int run(ApiClient client) {
        RulePage answer = client.ask(ApiCall.get("rules"), RulePage.class);
        List<RuleJson> rules = answer.rules();
        show(answer, () -> rules.isEmpty() ? "no rules" : table(rules));
        return 0;
    }

    private TextTable table(List<RuleJson> rules) {
        TextTable table = new TextTable(paint())
                .text("rule")
                .text("severity")
                .text("opens when")
                .text("message");
        for (RuleJson rule : rules) {
            String severity = AnswerTexts.word(rule.severity());
            table.row()
                    .cell(rule.name(), Tone.STRONG)
                    .cell(severity, Tone.ofSeverity(severity))
                    .cell(condition(rule))
                    .cell(rule.message());
        }
        return table;
    }

    /** Returns the condition of a rule in words. */
    static String condition(RuleJson rule) {
        String condition = switch (rule.kind()) {
            case OUTSIDE -> "%s outside %s … %s".formatted(rule.field(), number(rule.low()), number(rule.high()));
            case CHANGING ->
                "%s changing by %s in %s".formatted(rule.field(), number(rule.limit()), length(rule.per()));
            case SILENT -> "silent for " + length(rule.lasting() == null ? rule.per() : rule.lasting());
            default -> "%s %s %s".formatted(rule.field(), AnswerTexts.word(rule.kind()), number(rule.limit()));
        };
        boolean isLasting = rule.lasting() != null && rule.kind() != RuleKind.SILENT;
        String lasting = isLasting ? " for " + length(rule.lasting()) : "";
        String clear = rule.clearAt() == null ? "" : ", clear at " + number(rule.clearAt());
        return condition + lasting + clear;
    }

    private static String number(@Nullable Double number) {
        return number == null ? "–" : HumanText.exact(number);
    }

    private static String length(@Nullable String duration) {
        return duration == null ? "" : duration.replaceFirst("^PT?", "").toLowerCase(Locale.ROOT);
    }

    @Command(
            name = "set",
            description = {
                "Sets a rule.",
                "",
                "  varve rules set hot --field temperature --above 80 --for 2m --severity high",
                "  varve rules set quiet --silent-for 10m",
                ""
            })
    static final class Set extends WritingCommand {

        private static final Pattern LENGTH = Pattern.compile("[1-9][0-9]{0,5}[smhd]");

        @Parameters(paramLabel = "RULE", description = "its name")
        private String name;

        @Option(names = "--field", description = "the field that the condition is about")
        private @Nullable String field;

        @Option(names = "--above", paramLabel = "N", description = "opens when the field is above this number")
        private @Nullable Double above;

        @Option(names = "--below", paramLabel = "N", description = "opens when the field is below this number")
        private @Nullable Double below;

        @Option(
                names = "--outside",
                paramLabel = "N",
                arity = "2",
                description = "opens when the field is outside these two numbers")
        private @Nullable List<Double> outside;

        @Option(
                names = "--changing",
                paramLabel = "N",
                description = "opens when the field changes by more than this within --per")
        private @Nullable Double changing;

        @Option(names = "--per", paramLabel = "TIME", description = "the time for --changing, for example 10m")
        private @Nullable String per;

        @Option(
                names = "--silent-for",
                paramLabel = "TIME",
                description = "opens when a device sends nothing for this time, for example 10m")
        private @Nullable String silentFor;

        @Option(
                names = "--for",
                paramLabel = "TIME",
                description = "opens only when the condition holds for this time, for example 2m")
        private @Nullable String lasting;

        @Option(
                names = "--clear-at",
                paramLabel = "N",
                description = "resolves only when the field is back at this number")
        private @Nullable Double clearAt;

        @Option(
                names = "--severity",
                defaultValue = "medium",
                description = "low, medium, high or critical (${DEFAULT-VALUE})")
        private String severity;

        @Option(names = "--message", description = "what the alert says")
        private @Nullable String message;

        @Override
        int run(ApiClient client) {
            RuleJson rule = client.ask(ApiCall.put(body(), "rules", name), RuleJson.class);
            show(rule, () -> "rule %s: %s".formatted(name, condition(rule)));
            return 0;
        }

        private RuleBody body() {
            List<RuleKind> kinds = new ArrayList<>();
            add(kinds, RuleKind.ABOVE, above);
            add(kinds, RuleKind.BELOW, below);
            add(kinds, RuleKind.OUTSIDE, outside);
            add(kinds, RuleKind.CHANGING, changing);
            add(kinds, RuleKind.SILENT, silentFor);
            if (kinds.isEmpty()) {
                throw new Rejected(
                        "cli.rule",
                        "the rule has no condition: give --above, --below, --outside, --changing or --silent-for");
            }
            if (kinds.size() > 1) {
                throw new Rejected(
                        "cli.rule",
                        "a rule has one condition: give one of --above, --below, --outside, --changing and --silent-for");
            }
            if (silentFor != null && lasting != null) {
                throw new Rejected("cli.rule", "--silent-for already sets the time: leave out --for");
            }
            return new RuleBody(
                    null,
                    AnswerTexts.word(kinds.get(0)),
                    field,
                    above != null ? above : below != null ? below : changing,
                    outside == null ? null : Math.min(outside.get(0), outside.get(1)),
                    outside == null ? null : Math.max(outside.get(0), outside.get(1)),
                    clearAt,
                    per == null ? null : length("--per", per),
                    silentFor != null
                            ? length("--silent-for", silentFor)
                            : lasting == null ? null : length("--for", lasting),
                    severity,
                    message);
        }

        private static void add(List<RuleKind> kinds, RuleKind kind, @Nullable Object given) {
            if (given != null) {
                kinds.add(kind);
            }
        }

        /** Returns a duration as the API writes it: 2m becomes PT2M. A text that begins with P stays as it is. */
        private static String length(String option, String text) {
            if (text.startsWith("P")) {
                return text;
            }
            if (!LENGTH.matcher(text).matches()) {
                throw new Rejected(
                        "cli.duration",
                        "%s is \"%s\"; write a number and s, m, h or d, such as 2m".formatted(option, text));
            }
            String upper = text.toUpperCase(Locale.ROOT);
            return upper.endsWith("D") ? "P" + upper : "PT" + upper;
        }
    }

    @Command(name = "delete", description = "Deletes a rule; its alerts stay.")
    static final class Delete extends QueryCommandBase {

        @Parameters(paramLabel = "RULE", description = "its name")
        private String name;

        @Override
        int run(ApiClient client) {
            // The API answers the same whether the rule existed or not.
            boolean isKnown = client.ask(ApiCall.get("rules"), RulePage.class).rules().stream()
                    .anyMatch(rule -> rule.name().equals(name));
            if (!isKnown) {
                throw new Rejected("rule.not-found", "there is no rule \"%s\"".formatted(name));
            }
            EmptyJson answer = client.delete(ApiCall.delete("rules", name));
            show(answer, () -> "deleted rule " + name);
            return 0;
        }
    }
}
