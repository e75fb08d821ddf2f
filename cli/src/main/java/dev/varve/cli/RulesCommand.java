package dev.varve.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.Call;
import dev.varve.cli.client.Connection;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Texts;
import dev.varve.cli.show.Tone;
import dev.varve.core.Rejected;
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
final class RulesCommand extends Asking {

    @Override
    int run(ApiClient client) {
        JsonNode answer = client.json(Call.get("rules"));
        JsonNode rules = Answers.required(answer, "rules");
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
        return Texts.exact(rule.path(name).asDouble());
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
    static final class Set extends Asking {

        private static final Pattern LENGTH = Pattern.compile("[1-9][0-9]{0,5}[smhd]");

        @Parameters(paramLabel = "RULE", description = "its name")
        private String name;

        @Option(names = "--field", description = "the field it looks at")
        private @Nullable String field;

        @Option(names = "--above", paramLabel = "N", description = "opens above this")
        private @Nullable Double above;

        @Option(names = "--below", paramLabel = "N", description = "opens below this")
        private @Nullable Double below;

        @Option(names = "--outside", paramLabel = "N", arity = "2", description = "opens outside these two")
        private @Nullable List<Double> outside;

        @Option(names = "--changing", paramLabel = "N", description = "opens when it changes by more within --per")
        private @Nullable Double changing;

        @Option(names = "--per", paramLabel = "TIME", description = "the time of --changing, 10m")
        private @Nullable String per;

        @Option(
                names = "--silent-for",
                paramLabel = "TIME",
                description = "opens when a device says nothing for so long")
        private @Nullable String silentFor;

        @Option(names = "--for", paramLabel = "TIME", description = "only when that lasts so long, 2m")
        private @Nullable String lasting;

        @Option(names = "--clear-at", paramLabel = "N", description = "resolves only when it is back at this")
        private @Nullable Double clearAt;

        @Option(
                names = "--severity",
                defaultValue = "medium",
                description = "low, medium, high or critical (${DEFAULT-VALUE})")
        private String severity;

        @Option(names = "--message", description = "what the alert says")
        private @Nullable String message;

        @Override
        Connection connect(Where place) {
            return place.connectOrCreate();
        }

        @Override
        int run(ApiClient client) {
            JsonNode rule = client.json(Call.put(body(), "rules", name));
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
                        "cli.rule", "say when it opens: --above, --below, --outside, --changing or --silent-for");
            }
            put(body, "field", field);
            put(body, "per", per == null ? null : length(per));
            if (silentFor != null && lasting != null) {
                throw new Rejected("cli.rule", "--silent-for says how long already: leave out --for");
            }
            String length = silentFor != null ? silentFor : lasting;
            put(body, "for", length == null ? null : length(length));
            put(body, "clearAt", clearAt);
            put(body, "severity", severity);
            put(body, "message", message);
            return body;
        }

        private static Map<String, Object> kind(Map<String, Object> body, String kind) {
            if (body.put("kind", kind) != null) {
                throw new Rejected("cli.rule", "a rule opens for one reason: give one of --above, --below, …");
            }
            return body;
        }

        /** Returns 2m as the API writes it, PT2M; what is written so already stays. */
        private static String length(String text) {
            if (!LENGTH.matcher(text).matches()) {
                return text;
            }
            String upper = text.toUpperCase(Locale.ROOT);
            return upper.endsWith("D") ? "P" + upper : "PT" + upper;
        }
    }

    @Command(name = "delete", description = "Deletes a rule; its alerts stay.")
    static final class Delete extends Asking {

        @Parameters(paramLabel = "RULE", description = "its name")
        private String name;

        @Override
        int run(ApiClient client) {
            JsonNode answer = client.json(Call.delete("rules", name));
            show(answer, () -> "deleted rule " + name);
            return 0;
        }
    }
}
