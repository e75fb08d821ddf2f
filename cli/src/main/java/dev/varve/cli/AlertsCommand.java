package dev.varve.cli;

import dev.varve.cli.client.ApiCall;
import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.ExistenceCheck;
import dev.varve.cli.client.PagedList;
import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.show.Tone;
import dev.varve.error.Rejected;
import dev.varve.server.api.alert.ActorBody;
import dev.varve.server.api.alert.AlertJson;
import dev.varve.server.api.alert.AlertPage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "alerts",
        description = "Lists alerts, by default those that are not resolved; acknowledges or resolves one.",
        subcommands = {AlertsCommand.Acknowledge.class, AlertsCommand.Resolve.class})
final class AlertsCommand extends QueryCommandBase {

    /** The most unresolved alerts that are searched for an id. */
    private static final int MOST_SEARCHED = 100_000;

    @Option(names = "--device", description = "only this device, with resolved alerts")
    private @Nullable String device;

    @Option(names = "--severity", description = "low, medium, high or critical")
    private @Nullable String severity;

    @Option(names = "--status", description = "open, acknowledged, resolved or unresolved")
    private @Nullable String status;

    @Option(names = "--limit", defaultValue = "100", description = "the most alerts to list (${DEFAULT-VALUE})")
    private int limit;

    @Override
    int run(ApiClient client) {
        ApiCall call = ApiCall.get("alerts")
                .with("device", device)
                .with("severity", severity)
                .with("status", status);
        AlertPage answer = PagedList.ALERTS.first(client, call, Limit.required(limit));
        List<AlertJson> alerts = answer.alerts();
        if (alerts.isEmpty() && device != null) {
            ExistenceCheck.requireDevice(client, device);
        }
        show(answer, () -> alerts.isEmpty() ? "no alerts" : table(alerts));
        return 0;
    }

    private TextTable table(List<AlertJson> alerts) {
        Instant now = Instant.now();
        TextTable table = new TextTable(paint())
                .text("severity")
                .text("status")
                .text("device")
                .text("message")
                .number("value")
                .text("opened")
                .text("alert");
        for (AlertJson alert : alerts) {
            String word = AnswerTexts.word(alert.severity());
            table.row()
                    .cell(word, Tone.ofSeverity(word))
                    .cell(status(alert))
                    .cell(alert.series() == null ? alert.deviceId() : alert.series(), Tone.STRONG)
                    .cell(alert.message())
                    .cell(alert.value() == null ? "" : HumanText.rounded(alert.value()))
                    .cell(HumanText.ago(alert.openedAt(), now))
                    .cell(alert.alertId(), Tone.FAINT);
        }
        return table;
    }

    private static String status(AlertJson alert) {
        String status = AnswerTexts.word(alert.status());
        String by = switch (alert.status()) {
            case OPEN -> null;
            case ACKNOWLEDGED -> alert.acknowledgedBy();
            case RESOLVED -> alert.resolvedBy();
        };
        return by == null || by.isEmpty() ? status : status + " by " + by;
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
            AlertJson alert = client.ask(ApiCall.post(new ActorBody(by), "alerts", of, id, verb), AlertJson.class);
            show(alert, () -> "%s: %s, %s".formatted(alert.deviceId(), alert.message(), status(alert)));
            return 0;
        }

        private String deviceOf(ApiClient client) {
            for (AlertJson alert : PagedList.ALERTS
                    .first(client, ApiCall.get("alerts"), MOST_SEARCHED)
                    .alerts()) {
                if (alert.alertId().equals(id)) {
                    return alert.deviceId();
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
