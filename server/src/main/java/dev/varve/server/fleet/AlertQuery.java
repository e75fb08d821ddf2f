package dev.varve.server.fleet;

import static dev.varve.table.AttributePath.attr;

import dev.varve.alert.Alert;
import dev.varve.alert.Severity;
import dev.varve.entity.EntityQuery;
import dev.varve.error.Rejected;
import dev.varve.server.http.ApiRequest;
import dev.varve.table.Condition;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which alerts are asked for.
 *
 * @param state {@code open}, {@code acknowledged}, {@code resolved}, {@code unresolved}, or empty for all
 * @param limit how many to answer with, of those that are asked for
 */
record AlertQuery(Optional<String> device, String state, Optional<Severity> severity, int limit) {

    private static final int USUAL = 100;
    private static final Set<String> STATES = Set.of("", "open", "acknowledged", "resolved", "unresolved");

    static AlertQuery of(ApiRequest ask, int most) {
        Optional<String> device = ask.text("device");
        String state = ask.text("state", device.isPresent() ? "" : "unresolved");
        if (!STATES.contains(state)) {
            throw new Rejected(
                    "ask.state",
                    "state is \"%s\"; it must be open, acknowledged, resolved or unresolved".formatted(state));
        }
        return new AlertQuery(
                device, state, ask.text("severity").map(AlertQuery::severity), ask.count("limit", USUAL, most));
    }

    private static Severity severity(String word) {
        return Stream.of(Severity.values())
                .filter(severity -> FleetApi.word(severity).equals(word))
                .findFirst()
                .orElseThrow(() -> new Rejected(
                        "ask.severity",
                        "severity is \"%s\"; it must be low, medium, high or critical".formatted(word)));
    }

    /** Takes those that are asked for, and as many: the limit counts what is left, not what is looked at. */
    EntityQuery<Alert> narrowed(EntityQuery<Alert> alerts) {
        return severity.map(asked -> alerts.where(attr("severity").is(FleetApi.word(asked))))
                .orElse(alerts)
                .where(inState())
                .limit(limit);
    }

    private Condition inState() {
        return switch (state) {
            case "" -> Condition.always();
            case "unresolved" -> attr("open").is(true);
            default -> attr("status").is(state);
        };
    }
}
