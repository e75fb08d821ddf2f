package dev.varve.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.Connection;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.error.Rejected;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
        JsonNode answer = client.json(ApiCall.get("rules"));
        JsonNode rules = AnswerTexts.required(answer, "rules");
        show(answer, () -> rules.isEmpty() ? "no rules" : table(rules));
        return 0;
    }

    private TextTable table(JsonNode rules) {
        TextTable table = new TextTable(paint())
                .text("rule")
                .text("severity")
                .text("opens when")
                .text("message");
        for (JsonNode rule : rules) {
            String severity = rule.path("severity").asText();
            table.row()
                    .cell(rule.path("name").asText(), Tone.STRONG)
                    .cell(severity, Tone.ofSeverity(severity))
                    .cell(condition(rule))
                    .cell(rule.path("message").asText());
        }
        return table;
    }

    /** Returns what a rule waits for, in words. */
    static String condition(JsonNode rule) {
        String kind = rule.path("kind").asText();
        String field = rule.path("field").asText();
        String condition = switch (kind) {
            case "outside" -> "%s outside %s … %s".formatted(field, number(rule, "low"), number(rule, "high"));
            case "changing" -> "%s changing by %s in %s".formatted(field, number(rule, "limit"), length(rule, "per"));
            case "silent" -> "silent for " + length(rule, rule.path("for").isTextual() ? "for" : "per");
            default -> "%s %s %s".formatted(field, kind, number(rule, "limit"));
        };
        boolean isLasting = rule.path("for").isTextual() && !kind.equals("silent");
        String lasting = isLasting ? " for " + length(rule, "for") : "";
        String clear = rule.path("clearAt").isNumber() ? ", clear at " + number(rule, "clearAt") : "";
        return condition + lasting + clear;
    }

    private static String number(JsonNode rule, String name) {
        return HumanText.exact(rule.path(name).asDouble());
    }

    private static String length(JsonNode rule, String name) {
        return rule.path(name).asText().replaceFirst("^PT?", "").toLowerCase(Locale.ROOT);
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
    static final class Set extends QueryCommandBase {

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
        Connection connect(LocationOptions place) {
            return place.connectOrCreate();
        }

        @Override
        int run(ApiClient client) {
            JsonNode rule = client.json(ApiCall.put(body(), "rules", name));
            show(rule, () -> "rule %s: %s".formatted(name, condition(rule)));
            return 0;
        }

        private Map<String, Object> body() {
            Map<String, Object> body = new LinkedHashMap<>();
            if (above != null) {
                kind(body, "above").put("limit", above);
            }
            if (below != null) {
                kind(body, "below").put("limit", below);
            }
            if (outside != null) {
                Map<String, Object> bounds = kind(body, "outside");
                bounds.put("low", Math.min(outside.get(0), outside.get(1)));
                bounds.put("high", Math.max(outside.get(0), outside.get(1)));
            }
            if (changing != null) {
                kind(body, "changing").put("limit", changing);
            }
            if (silentFor != null) {
                kind(body, "silent");
            }
            if (!body.containsKey("kind")) {
                throw new Rejected(
                        "cli.rule",
                        "the rule has no condition: give --above, --below, --outside, --changing or --silent-for");
            }
            put(body, "field", field);
            put(body, "per", per == null ? null : length("--per", per));
            if (silentFor != null && lasting != null) {
                throw new Rejected("cli.rule", "--silent-for already sets the time: leave out --for");
            }
            put(
                    body,
                    "for",
                    silentFor != null
                            ? length("--silent-for", silentFor)
                            : lasting == null ? null : length("--for", lasting));
            put(body, "clearAt", clearAt);
            put(body, "severity", severity);
            put(body, "message", message);
            return body;
        }

        private static Map<String, Object> kind(Map<String, Object> body, String kind) {
            if (body.put("kind", kind) != null) {
                throw new Rejected(
                        "cli.rule",
                        "a rule has one condition: give one of --above, --below, --outside, --changing and --silent-for");
            }
            return body;
        }

        /** Returns 2m as the API writes it, PT2M. A text in that form stays as it is. */
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
            // The API answers alike whether there was a rule or not.
            boolean isKnown = false;
            for (JsonNode rule : AnswerTexts.required(client.json(ApiCall.get("rules")), "rules")) {
                isKnown |= rule.path("name").asText().equals(name);
            }
            if (!isKnown) {
                throw new Rejected("rule.not-found", "there is no rule \"%s\"".formatted(name));
            }
            JsonNode answer = client.json(ApiCall.delete("rules", name));
            show(answer, () -> "deleted rule " + name);
            return 0;
        }
    }
}
