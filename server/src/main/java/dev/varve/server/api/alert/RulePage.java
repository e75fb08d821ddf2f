package dev.varve.server.api.alert;

import java.util.List;

/**
 * All rules.
 *
 * @param rules The rules, by name.
 */
public record RulePage(List<RuleJson> rules) {

    public RulePage {
        rules = List.copyOf(rules);
    }
}
