package dev.varve.alert.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.alert.AlertRule;
import dev.varve.alert.Sample;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RuleEvaluationTest {

    private static final Instant AT = Instant.parse("2026-04-20T14:00:00Z");

    private static AlertRule above(String name) {
        return AlertRule.named(name).above("temperature", 30).build();
    }

    /** Otherwise the state of a device would grow with every renamed rule until it exceeds the item limit. */
    @Test
    void stateOfARemovedRuleIsKeptOnlyWhileItsAlertIsOpen() {
        AlertSubject device = new AlertSubject("readings", "d-1");
        Sample sample = Sample.of(AT, 31);
        DeviceState before = DeviceState.none(device)
                .with("current", RuleState.start(above("current")).saw(sample))
                .with("deleted", RuleState.start(above("deleted")).saw(sample))
                .with("resolved", RuleState.start(above("resolved")).held())
                .with("open", RuleState.start(above("open")).open(sample, AT));
        RuleEvaluation evaluation = new RuleEvaluation(
                Stream.of(above("current"), above("new")).map(StartedRule::of).toList(), device, before);
        evaluation.passed(AT.plusSeconds(60));
        assertThat(evaluation.after().rules().keySet()).containsExactly("current", "new", "open");
    }
}
