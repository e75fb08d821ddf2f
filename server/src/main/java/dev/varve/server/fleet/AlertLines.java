package dev.varve.server.fleet;

import dev.varve.alert.Alert;
import dev.varve.alert.Anomaly;
import dev.varve.alert.Deviation;
import dev.varve.server.http.TabularAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Alerts, rules and anomalies as people see them, as objects and as tables. */
public final class AlertLines {

    private static final List<String> ALERT = List.of(
            "alertId",
            "deviceId",
            "rule",
            "severity",
            "state",
            "message",
            "field",
            "value",
            "readingAt",
            "openedAt",
            "acknowledgedAt",
            "acknowledgedBy",
            "resolvedAt",
            "resolvedBy");
    private static final List<String> RULE =
            List.of("name", "kind", "field", "limit", "low", "high", "clearAt", "per", "for", "severity", "message");
    private static final List<String> FINDING =
            List.of("deviceId", "at", "field", "value", "type", "severity", "detector", "low", "high");

    private AlertLines() {}

    /** @param field what its rule looks at; nothing where the rule is about silence */
    public static Map<String, Object> shown(Alert alert, Optional<String> field) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("alertId", alert.alertId());
        shown.put("deviceId", alert.deviceId());
        shown.put("rule", alert.rule());
        shown.put("severity", alert.severity());
        shown.put("state", alert.status());
        shown.put("message", alert.message());
        shown.put("field", field);
        shown.put("value", alert.value());
        shown.put("readingAt", alert.readingAt());
        shown.put("openedAt", alert.openedAt());
        shown.put("acknowledgedAt", alert.acknowledgedAt());
        shown.put("acknowledgedBy", alert.acknowledgedBy());
        shown.put("resolvedAt", alert.resolvedAt());
        shown.put("resolvedBy", alert.resolvedBy());
        return shown;
    }

    static Map<String, Object> shown(StoredRule rule) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("name", rule.name());
        shown.put("kind", rule.kind());
        shown.put("field", rule.field());
        shown.put("limit", rule.limit());
        shown.put("low", rule.low());
        shown.put("high", rule.high());
        shown.put("clearAt", rule.clearAt());
        shown.put("per", rule.per());
        shown.put("for", rule.lasting());
        shown.put("severity", rule.severity());
        shown.put("message", rule.message());
        return shown;
    }

    private static Map<String, Object> shown(Deviation finding) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("field", finding.field());
        shown.put("value", finding.value());
        shown.put("type", finding.type());
        shown.put("severity", finding.severity());
        shown.put("detector", finding.detector());
        shown.put("low", finding.expectedLow());
        shown.put("high", finding.expectedHigh());
        return shown;
    }

    /** @param fields what rules look at, by their names */
    static TabularAnswer alerts(List<Alert> alerts, Map<String, String> fields, @Nullable String next) {
        List<Map<String, Object>> shown = alerts.stream()
                .map(alert -> shown(alert, Optional.ofNullable(fields.get(alert.rule()))))
                .toList();
        return rows("alerts", shown, next, ALERT, shown);
    }

    static TabularAnswer rules(List<StoredRule> rules) {
        List<Map<String, Object>> shown = rules.stream().map(AlertLines::shown).toList();
        return new TabularAnswer(Map.of("rules", shown), RULE, cells(shown));
    }

    /** As a table each finding is a line. */
    static TabularAnswer anomalies(List<Anomaly> anomalies, @Nullable String next) {
        List<Map<String, Object>> shown = new ArrayList<>();
        List<Map<String, Object>> lines = new ArrayList<>();
        for (Anomaly anomaly : anomalies) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("deviceId", anomaly.deviceId());
            one.put("at", anomaly.at());
            List<Map<String, Object>> findings =
                    anomaly.findings().stream().map(AlertLines::shown).toList();
            for (Map<String, Object> finding : findings) {
                Map<String, Object> line = new LinkedHashMap<>(one);
                line.putAll(finding);
                lines.add(line);
            }
            one.put("findings", findings);
            shown.add(one);
        }
        return rows("anomalies", shown, next, FINDING, lines);
    }

    private static TabularAnswer rows(
            String name,
            List<Map<String, Object>> shown,
            @Nullable String next,
            List<String> columns,
            List<Map<String, Object>> lines) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(name, shown);
        json.put("next", next);
        return new TabularAnswer(json, columns, cells(lines));
    }

    private static List<Map<String, ?>> cells(List<Map<String, Object>> lines) {
        List<Map<String, ?>> cells = new ArrayList<>();
        for (Map<String, Object> line : lines) {
            Map<String, Object> row = new LinkedHashMap<>();
            line.forEach((column, value) -> {
                Object known = value instanceof Optional<?> some ? some.orElse(null) : value;
                if (known != null) {
                    row.put(column, known instanceof Enum<?> word ? FleetApi.word(word) : known);
                }
            });
            cells.add(row);
        }
        return cells;
    }
}
