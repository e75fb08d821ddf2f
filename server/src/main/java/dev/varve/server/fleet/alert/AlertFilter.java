package dev.varve.server.fleet.alert;

import static dev.varve.table.AttributePath.attr;

import dev.varve.alert.Alert;
import dev.varve.alert.Severity;
import dev.varve.entity.EntityQuery;
import dev.varve.error.Rejected;
import dev.varve.server.api.EnumWord;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.table.Condition;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Selects alerts.
 *
 * @param status {@code open}, {@code acknowledged}, {@code resolved}, {@code unresolved}, or empty for all
 * @param limit the largest number of alerts to return, after filtering
 */
record AlertFilter(Optional<String> device, String status, Optional<Severity> severity, int limit) {

    private static final int DEFAULT_LIMIT = 100;
    private static final Set<String> STATUSES = Set.of("", "open", "acknowledged", "resolved", "unresolved");

    static AlertFilter of(ApiRequest request, int most) {
        Optional<String> device = request.text("device");
        String status = request.text("status", device.isPresent() ? "" : "unresolved");
        if (!STATUSES.contains(status)) {
            throw new Rejected(
                    "ask.status",
                    "status is \"%s\"; it must be open, acknowledged, resolved or unresolved".formatted(status));
        }
        return new AlertFilter(
                device,
                status,
                request.text("severity").map(AlertFilter::severity),
                request.count("limit", DEFAULT_LIMIT, most));
    }

    AlertFilter withLimit(int newLimit) {
        return new AlertFilter(device, status, severity, newLimit);
    }

    private static Severity severity(String word) {
        return Stream.of(Severity.values())
                .filter(severity -> EnumWord.of(severity).equals(word))
                .findFirst()
                .orElseThrow(() -> new Rejected(
                        "ask.severity",
                        "severity is \"%s\"; it must be low, medium, high or critical".formatted(word)));
    }

    /** Returns the query with this filter. The limit counts alerts after filtering. */
    EntityQuery<Alert> narrowed(EntityQuery<Alert> alerts) {
        return severity.map(wanted -> alerts.where(attr("severity").is(EnumWord.of(wanted))))
                .orElse(alerts)
                .where(hasStatus())
                .limit(limit);
    }

    private Condition hasStatus() {
        return switch (status) {
            case "" -> Condition.always();
            case "unresolved" -> attr("open").is(true);
            default -> attr("status").is(status);
        };
    }
}
