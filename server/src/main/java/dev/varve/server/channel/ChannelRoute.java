package dev.varve.server.channel;

import dev.varve.alert.Severity;
import java.util.List;
import java.util.Optional;

/**
 * Selects the alerts that a channel gets. All conditions must match; an absent or empty condition matches every alert.
 *
 * @param minSeverity the least severity
 * @param rules the names of the rules
 * @param locations the locations of the devices
 */
public record ChannelRoute(Optional<Severity> minSeverity, List<String> rules, List<String> locations) {

    public static final ChannelRoute ALL = new ChannelRoute(Optional.empty(), List.of(), List.of());

    public ChannelRoute {
        rules = List.copyOf(rules);
        locations = List.copyOf(locations);
    }

    /**
     * Returns whether the channel gets this alert. After a change of severity the higher of both counts, so that a channel
     * that was notified of a critical alert is also notified when the alert is no longer critical.
     */
    public boolean matches(AlertLine alert) {
        Severity severity = alert.previousSeverity()
                .filter(previous -> previous.compareTo(alert.severity()) > 0)
                .orElse(alert.severity());
        return minSeverity.map(least -> severity.compareTo(least) >= 0).orElse(true)
                && (rules.isEmpty() || rules.contains(alert.rule()))
                && (locations.isEmpty()
                        || alert.location().map(locations::contains).orElse(false));
    }
}
