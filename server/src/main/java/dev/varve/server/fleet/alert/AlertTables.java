package dev.varve.server.fleet.alert;

import dev.varve.alert.Alert;
import dev.varve.alert.Anomaly;
import dev.varve.server.api.alert.AlertJson;
import dev.varve.server.api.alert.AlertPage;
import dev.varve.server.api.alert.AnomalyJson;
import dev.varve.server.api.alert.AnomalyPage;
import dev.varve.server.api.alert.RuleJson;
import dev.varve.server.api.alert.RulePage;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.http.answer.TabularAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Alerts, rules and anomalies as JSON and as CSV. */
final class AlertTables {

    private final FleetView view;

    /** @param view knows the device of each series */
    AlertTables(FleetView view) {
        this.view = view;
    }

    private String device(String series) {
        return view.deviceOf(series);
    }

    /** @param fields the fields that rules check, by rule name */
    TabularAnswer alerts(List<Alert> alerts, Map<String, String> fields, @Nullable String next) {
        List<AlertJson> shown = alerts.stream()
                .map(alert ->
                        AlertJson.of(alert, device(alert.deviceId()), Optional.ofNullable(fields.get(alert.rule()))))
                .toList();
        return TabularAnswer.of(
                new AlertPage(shown, next),
                shown,
                "alertId",
                "deviceId",
                "rule",
                "severity",
                "status",
                "message",
                "field",
                "value",
                "readingAt",
                "openedAt",
                "acknowledgedAt",
                "acknowledgedBy",
                "resolvedAt",
                "resolvedBy",
                "series");
    }

    /** Returns the rules, without rules of another version that this version does not know. */
    static TabularAnswer rules(List<StoredRule> rules) {
        List<RuleJson> shown =
                rules.stream().filter(StoredRule::isKnown).map(StoredRule::json).toList();
        return TabularAnswer.of(
                new RulePage(shown),
                shown,
                "name",
                "kind",
                "field",
                "limit",
                "low",
                "high",
                "clearAt",
                "per",
                "for",
                "severity",
                "message");
    }

    /** A CSV row: one deviation with its reading. */
    private record FindingLine(
            String deviceId,
            Instant at,
            String field,
            double value,
            Object type,
            Object severity,
            String detector,
            double low,
            double high,
            @Nullable String series) {}

    /** Returns anomalies; as CSV each deviation is a row. */
    TabularAnswer anomalies(List<Anomaly> anomalies, @Nullable String next) {
        List<AnomalyJson> shown = anomalies.stream().map(this::json).toList();
        List<FindingLine> lines = shown.stream()
                .flatMap(anomaly -> anomaly.findings().stream()
                        .map(finding -> new FindingLine(
                                anomaly.deviceId(),
                                anomaly.at(),
                                finding.field(),
                                finding.value(),
                                finding.type(),
                                finding.severity(),
                                finding.detector(),
                                finding.low(),
                                finding.high(),
                                anomaly.series())))
                .toList();
        return TabularAnswer.of(
                new AnomalyPage(shown, next),
                lines,
                "deviceId",
                "at",
                "field",
                "value",
                "type",
                "severity",
                "detector",
                "low",
                "high",
                "series");
    }

    private AnomalyJson json(Anomaly anomaly) {
        String device = device(anomaly.deviceId());
        return new AnomalyJson(
                device,
                device.equals(anomaly.deviceId()) ? null : anomaly.deviceId(),
                anomaly.at(),
                anomaly.findings().stream()
                        .map(finding -> new AnomalyJson.FindingJson(
                                finding.field(),
                                finding.value(),
                                finding.type(),
                                finding.severity(),
                                finding.detector(),
                                finding.expectedLow(),
                                finding.expectedHigh()))
                        .toList());
    }
}
