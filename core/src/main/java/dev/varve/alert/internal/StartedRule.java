package dev.varve.alert.internal;

import dev.varve.alert.AlertRule;

/** A rule with the state in which it starts. That state has a text of the rule, which takes long to make for every reading. */
public record StartedRule(AlertRule rule, RuleState start) {

    public static StartedRule of(AlertRule rule) {
        return new StartedRule(rule, RuleState.start(rule));
    }
}
