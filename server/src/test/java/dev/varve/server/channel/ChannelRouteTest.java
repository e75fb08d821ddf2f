package dev.varve.server.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.alert.Severity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChannelRouteTest {

    private static ChannelRoute from(Severity least) {
        return new ChannelRoute(Optional.of(least), List.of(), List.of());
    }

    @Test
    void routeWithoutConditionsMatchesEverything() {
        assertThat(ChannelRoute.ALL.matches(AlertLines.opened("oven-1"))).isTrue();
    }

    @Test
    void severityIsAMinimum() {
        assertThat(from(Severity.MEDIUM).matches(AlertLines.opened("oven-1"))).isTrue();
        assertThat(from(Severity.HIGH).matches(AlertLines.opened("oven-1"))).isTrue();
        assertThat(from(Severity.CRITICAL).matches(AlertLines.opened("oven-1"))).isFalse();
    }

    @Test
    void routeMatchesIfTheSeverityWasOrIsHighEnough() {
        ChannelRoute critical = from(Severity.CRITICAL);
        assertThat(critical.matches(AlertLines.changed(Severity.LOW, Severity.CRITICAL)))
                .isTrue();
        assertThat(critical.matches(AlertLines.changed(Severity.CRITICAL, Severity.LOW)))
                .isTrue();
        assertThat(critical.matches(AlertLines.changed(Severity.LOW, Severity.HIGH)))
                .isFalse();
    }

    @Test
    void allConditionsMustMatch() {
        ChannelRoute route =
                new ChannelRoute(Optional.of(Severity.LOW), List.of("too-hot", "silent"), List.of("hall-1"));
        assertThat(route.matches(AlertLines.opened("oven-1"))).isTrue();
        assertThat(new ChannelRoute(Optional.empty(), List.of("silent"), List.of("hall-1"))
                        .matches(AlertLines.opened("oven-1")))
                .isFalse();
        assertThat(new ChannelRoute(Optional.empty(), List.of("too-hot"), List.of("hall-2"))
                        .matches(AlertLines.opened("oven-1")))
                .isFalse();
    }
}
