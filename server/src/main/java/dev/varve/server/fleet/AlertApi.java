package dev.varve.server.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.core.Rejected;
import dev.varve.core.alert.Alert;
import dev.varve.core.alert.AlertStatus;
import dev.varve.core.alert.Anomaly;
import dev.varve.core.alert.Backtest;
import dev.varve.core.alert.Severity;
import dev.varve.core.entity.EntityPage;
import dev.varve.core.key.TimeRange;
import dev.varve.core.series.HistoryPage;
import dev.varve.core.table.PageToken;
import dev.varve.iot.Device;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.OpenFleet;
import dev.varve.server.ask.TimeText;
import dev.varve.server.auth.Scope;
import dev.varve.server.http.Ask;
import dev.varve.server.http.Explained;
import dev.varve.server.http.NotFound;
import dev.varve.server.http.Route;
import dev.varve.server.live.Live;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Alerts, the rules that open them, and anomalies. */
public final class AlertApi {

    private static final int MOST = 1_000;
    private static final int MOST_ASKED = 1_000;
    private static final int NEWEST_OF_EACH = 20;
    private static final Duration DAY = Duration.ofDays(1);

    /** Anomalies of a day are in a place of their own: each day more is a request more. */
    private static final Duration MOST_DAYS = Duration.ofDays(366);

    private final OpenFleet<DynamicReading> fleet;
    private final FleetView view;
    private final RuleBook rules;
    private final Live live;

    public AlertApi(OpenFleet<DynamicReading> fleet, FleetView view, RuleBook rules, Live live) {
        this.fleet = fleet;
        this.view = view;
        this.rules = rules;
        this.live = live;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/alerts", this::alerts),
                Route.post("/api/v1/alerts/{device}/{alert}/acknowledge", this::acknowledge),
                Route.post("/api/v1/alerts/{device}/{alert}/resolve", this::resolve),
                Route.get(
                        "/api/v1/rules",
                        ask -> Map.of(
                                "rules",
                                rules.rules().stream().map(AlertApi::shown).toList())),
                Route.put("/api/v1/rules/{name}", ask -> shown(rules.put(StoredRule.of(ask.path("name"), ask.json())))),
                Route.delete("/api/v1/rules/{name}", ask -> {
                    rules.delete(ask.path("name"));
                    return Map.of();
                }),
                Route.post("/api/v1/rules/backtest", this::backtest).needing(Scope.READ),
                Route.get("/api/v1/anomalies", this::anomalies));
    }

    private Object alerts(Ask ask) {
        int limit = ask.count("limit", 100, MOST);
        Optional<String> device = ask.text("device");
        if (ask.wantsExplanation()) {
            return Explained.of(
                    device.isPresent()
                            ? List.of(
                                    fleet.alerts().of(device.get()).limit(limit).explain())
                            : Stream.of(Severity.values())
                                    .map(severity -> fleet.alerts()
                                            .unresolved(severity)
                                            .limit(limit)
                                            .explain())
                                    .toList());
        }
        String state = ask.text("state", device.isPresent() ? "" : "unresolved");
        if (device.isPresent()) {
            EntityPage<Alert> page =
                    fleet.alerts().of(device.get()).limit(limit).page(ask.page());
            return answer(
                    page.records().stream().filter(alert -> isIn(state, alert)).toList(), page.next());
        }
        if (state.equals("resolved")) {
            return answer(resolved(ask, limit), null);
        }
        List<Alert> found = new ArrayList<>();
        for (Severity severity : Severity.values()) {
            if (ask.text("severity").map(FleetApi.word(severity)::equals).orElse(true)) {
                fleet.alerts().unresolved(severity).limit(limit).list().stream()
                        .filter(alert -> isIn(state, alert))
                        .forEach(found::add);
            }
        }
        found.sort(Comparator.comparing(Alert::severity)
                .thenComparing(Alert::openedAt)
                .reversed());
        return answer(found.stream().limit(limit).toList(), null);
    }

    /** Returns the newest that are resolved. They are in no index: each device is asked, which is too much for many. */
    private List<Alert> resolved(Ask ask, int limit) {
        view.refresh();
        if (view.devices().size() > MOST_ASKED) {
            throw new Rejected(
                    "ask.state",
                    "resolved alerts are found by their device, and there are more than %s: add device=…"
                            .formatted(MOST_ASKED));
        }
        List<Alert> found = new ArrayList<>();
        for (Device device : view.devices()) {
            fleet.alerts().of(device.deviceId()).limit(NEWEST_OF_EACH).list().stream()
                    .filter(alert -> isIn("resolved", alert))
                    .filter(alert -> ask.text("severity")
                            .map(FleetApi.word(alert.severity())::equals)
                            .orElse(true))
                    .forEach(found::add);
        }
        found.sort(Comparator.comparing(Alert::openedAt).reversed());
        return found.stream().limit(limit).toList();
    }

    private static boolean isIn(String state, Alert alert) {
        return state.isEmpty()
                || (state.equals("unresolved") && alert.status() != AlertStatus.RESOLVED)
                || state.equals(FleetApi.word(alert.status()));
    }

    private static Map<String, Object> answer(List<Alert> alerts, @Nullable PageToken next) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("alerts", alerts.stream().map(AlertApi::shown).toList());
        answer.put("next", next == null ? null : next.text());
        return answer;
    }

    /** Returns an alert as people see it. */
    public static Map<String, Object> shown(Alert alert) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("alertId", alert.alertId());
        shown.put("deviceId", alert.deviceId());
        shown.put("rule", alert.rule());
        shown.put("severity", alert.severity());
        shown.put("state", alert.status());
        shown.put("message", alert.message());
        shown.put("value", alert.value());
        shown.put("readingAt", alert.readingAt());
        shown.put("openedAt", alert.openedAt());
        shown.put("acknowledgedAt", alert.acknowledgedAt());
        shown.put("acknowledgedBy", alert.acknowledgedBy());
        shown.put("resolvedAt", alert.resolvedAt());
        shown.put("resolvedBy", alert.resolvedBy());
        return shown;
    }

    private static Map<String, Object> shown(StoredRule rule) {
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

    private Object acknowledge(Ask ask) {
        return changed(ask, fleet.alerts().acknowledge(alert(ask), by(ask)));
    }

    private Object resolve(Ask ask) {
        return changed(ask, fleet.alerts().resolve(alert(ask), by(ask)));
    }

    private Object changed(Ask ask, Optional<Alert> alert) {
        Alert now = alert.orElseGet(() -> alert(ask));
        view.put(now);
        live.alert(now.deviceId(), now.alertId(), shown(now));
        return shown(now);
    }

    private Alert alert(Ask ask) {
        return fleet.alerts()
                .find(ask.path("device"), ask.path("alert"))
                .orElseThrow(() -> new NotFound("there is no alert " + ask.path("alert")));
    }

    private static String by(Ask ask) {
        String by = ask.json().path("by").asText("");
        return by.isEmpty() ? ask.token().map(token -> token.name()).orElse("dashboard") : by;
    }

    private Object backtest(Ask ask) {
        JsonNode body = ask.json();
        StoredRule rule = StoredRule.of(body.path("rule").path("name").asText("backtest"), body.path("rule"));
        if (rule.isDetector()) {
            throw new Rejected("rule.no-backtest", "a rule of kind unusual opens no alerts: there is nothing to test");
        }
        TimeRange range = TimeRange.of(
                TimeText.parse(body.path("from").asText("-7d"), ask.now()),
                TimeText.parse(body.path("to").asText("now"), ask.now()));
        List<Backtest.Episode> episodes = Backtest.on(fleet.readings())
                .run(rule.rule(), range, body.path("device").asText());
        return Map.of("episodes", episodes);
    }

    private Object anomalies(Ask ask) {
        TimeRange range = ask.range(DAY, MOST_DAYS);
        Optional<String> device = ask.text("device");
        if (ask.wantsExplanation()) {
            return Explained.of(fleet.anomalies(range).explain());
        }
        HistoryPage<Anomaly> page = fleet.anomalies(range)
                .newestFirst()
                .limit(ask.count("limit", 200, MOST))
                .page(ask.page());
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put(
                "anomalies",
                page.events().stream()
                        .filter(anomaly ->
                                device.map(anomaly.deviceId()::equals).orElse(true))
                        .map(AlertApi::shown)
                        .toList());
        answer.put("next", page.next() == null ? null : page.next().text());
        return answer;
    }

    private static Map<String, Object> shown(Anomaly anomaly) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("deviceId", anomaly.deviceId());
        shown.put("at", anomaly.at());
        shown.put(
                "findings",
                anomaly.findings().stream()
                        .map(finding -> {
                            Map<String, Object> found = new LinkedHashMap<>();
                            found.put("field", finding.field());
                            found.put("value", finding.value());
                            found.put("type", finding.type());
                            found.put("severity", finding.severity());
                            found.put("detector", finding.detector());
                            found.put("low", finding.expectedLow());
                            found.put("high", finding.expectedHigh());
                            return found;
                        })
                        .toList());
        return shown;
    }
}
