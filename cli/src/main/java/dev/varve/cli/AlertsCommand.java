package dev.varve.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ExistenceCheck;
import dev.varve.cli.client.PagedList;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.error.Rejected;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "alerts",
        description = "Lists alerts, by default those that are not resolved; acknowledges or resolves one.",
        subcommands = {AlertsCommand.Acknowledge.class, AlertsCommand.Resolve.class})
final class AlertsCommand extends QueryCommandBase {

    /** As many as the API gives at once. */
    private static final int PAGE = 1_000;

    /** The most unresolved alerts that are searched for an id. */
    private static final int MOST_SEARCHED = 100_000;

    @Option(names = "--device", description = "only this device, with resolved alerts")
    private @Nullable String device;

    @Option(names = "--severity", description = "low, medium, high or critical")
    private @Nullable String severity;

    @Option(names = "--state", description = "open, acknowledged, resolved or unresolved")
    private @Nullable String state;

    @Option(names = "--limit", defaultValue = "100", description = "the most alerts to list (${DEFAULT-VALUE})")
    private int limit;

    @Override
    int run(ApiClient client) {
        ApiCall call = ApiCall.get("alerts")
                .with("device", device)
                .with("severity", severity)
                .with("state", state);
        JsonNode answer = PagedList.of(client, call, "alerts", Limit.required(limit), PAGE);
        JsonNode alerts = answer.path("alerts");
        if (alerts.isEmpty() && device != null) {
            ExistenceCheck.requireDevice(client, device);
        }
        show(answer, () -> alerts.isEmpty() ? "no alerts" : table(alerts));
        return 0;
    }

    private TextTable table(JsonNode alerts) {
        Instant now = Instant.now();
        TextTable table = new TextTable(paint())
                .text("severity")
                .text("state")
                .text("device")
                .text("message")
                .number("value")
                .text("opened")
                .text("alert");
        for (JsonNode alert : alerts) {
            String word = alert.path("severity").asText();
            table.row()
                    .cell(word, Tone.ofSeverity(word))
                    .cell(state(alert))
                    .cell(alert.path("deviceId").asText(), Tone.STRONG)
                    .cell(alert.path("message").asText())
                    .cell(
                            alert.path("value").isNumber()
                                    ? HumanText.rounded(alert.path("value").asDouble())
                                    : "")
                    .cell(HumanText.ago(AnswerTexts.time(alert.path("openedAt")), now))
                    .cell(alert.path("alertId").asText(), Tone.FAINT);
        }
        return table;
    }

    private static String state(JsonNode alert) {
        String state = alert.path("state").asText();
        String by = alert.path(state + "By").asText("");
        return by.isEmpty() || by.equals("null") ? state : state + " by " + by;
    }

    /** Changes one alert. */
    abstract static class Change extends QueryCommandBase {

        @Parameters(paramLabel = "ALERT", description = "its id, as the list shows it")
        private String id;

        @Option(names = "--device", description = "its device; by default found among the unresolved alerts")
        private @Nullable String device;

        @Option(names = "--by", description = "who does it; by default the name of the token")
        private @Nullable String by;

        private final String verb;

        Change(String verb) {
            this.verb = verb;
        }

        @Override
        int run(ApiClient client) {
            String of = device != null ? device : deviceOf(client);
            JsonNode alert =
                    client.json(ApiCall.post(by == null ? Map.of() : Map.of("by", by), "alerts", of, id, verb));
            show(
                    alert,
                    () -> "%s: %s, %s"
                            .formatted(
                                    alert.path("deviceId").asText(),
                                    alert.path("message").asText(),
                                    state(alert)));
            return 0;
        }

        private String deviceOf(ApiClient client) {
            for (JsonNode alert : PagedList.of(client, ApiCall.get("alerts"), "alerts", MOST_SEARCHED, PAGE)
                    .path("alerts")) {
                if (alert.path("alertId").asText().equals(id)) {
                    return alert.path("deviceId").asText();
                }
            }
            throw new Rejected(
                    "alert.not-found",
                    "no unresolved alert has the id %s; for a resolved one give its --device".formatted(id));
        }
    }

    @Command(name = "ack", description = "Acknowledges an alert: somebody takes care of it.")
    static final class Acknowledge extends Change {
        Acknowledge() {
            super("acknowledge");
        }
    }

    @Command(name = "resolve", description = "Resolves an alert: its cause is over.")
    static final class Resolve extends Change {
        Resolve() {
            super("resolve");
        }
    }
}
