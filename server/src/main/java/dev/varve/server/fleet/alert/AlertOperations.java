package dev.varve.server.fleet.alert;

import dev.varve.alert.Severity;
import dev.varve.server.api.EmptyJson;
import dev.varve.server.api.alert.ActorBody;
import dev.varve.server.api.alert.AlertJson;
import dev.varve.server.api.alert.AlertPage;
import dev.varve.server.api.alert.AnomalyPage;
import dev.varve.server.api.alert.BacktestBody;
import dev.varve.server.api.alert.BacktestResult;
import dev.varve.server.api.alert.RuleBody;
import dev.varve.server.api.alert.RuleJson;
import dev.varve.server.api.alert.RulePage;
import dev.varve.server.contract.Operation;
import dev.varve.server.contract.Parameter;
import dev.varve.server.contract.Parameters;
import dev.varve.server.contract.Tag;

/** The description of the operations on alerts, rules and anomalies. */
final class AlertOperations {

    private static final Operation.Content ACTOR =
            new Operation.Content(Operation.JSON, ActorBody.class, Operation.Shape.OPTIONAL, null);

    static final Operation ALERTS = Operation.of(Tag.ALERTS, "alerts", "List alerts")
            .details(
                    "Lists unresolved alerts, the highest severity and the newest first, unless a status or a device is given. Resolved alerts are found by their device; without one, the newest of a fleet of up to 1,000 devices come in one answer without a next page.")
            .with(
                    Parameter.words("severity", "The severity of the alerts.", Severity.class),
                    Parameter.words(
                            "status",
                            "The status of the alerts; `unresolved` is open or acknowledged.",
                            "open",
                            "acknowledged",
                            "resolved",
                            "unresolved"),
                    Parameters.OF_DEVICE,
                    Parameters.SERIES,
                    Parameter.limit(100, 1_000))
            .inPages()
            .answers(AlertPage.class, "One page of alerts.")
            .asCsv()
            .explained();

    static final Operation ACKNOWLEDGE = Operation.of(Tag.ALERTS, "acknowledge", "Acknowledge an alert")
            .with(Parameters.ALERT_DEVICE, Parameters.ALERT)
            .takes(ACTOR)
            .answers(AlertJson.class, "The alert after the change.");

    static final Operation RESOLVE = Operation.of(Tag.ALERTS, "resolve", "Resolve an alert")
            .with(Parameters.ALERT_DEVICE, Parameters.ALERT)
            .takes(ACTOR)
            .answers(AlertJson.class, "The alert after the change.");

    static final Operation RULES = Operation.of(Tag.ALERTS, "rules", "List rules")
            .answers(RulePage.class, "All rules.")
            .asCsv();

    static final Operation PUT_RULE = Operation.of(Tag.ALERTS, "putRule", "Create or replace a rule")
            .with(Parameters.RULE)
            .takes(RuleBody.class)
            .answers(RuleJson.class, "The rule after the change.");

    static final Operation DELETE_RULE = Operation.of(Tag.ALERTS, "deleteRule", "Delete a rule")
            .with(Parameters.RULE)
            .answers(EmptyJson.class, "The rule is deleted.");

    static final Operation BACKTEST = Operation.of(Tag.ALERTS, "backtest", "Try a rule on past readings")
            .takes(BacktestBody.class)
            .answers(BacktestResult.class, "The alerts that the rule would have opened.");

    static final Operation ANOMALIES = Operation.of(Tag.ALERTS, "anomalies", "List anomalies")
            .details("The newest come first. The range may have up to 366 days.")
            .with(Parameters.FROM, Parameters.TO, Parameters.OF_DEVICE, Parameters.SERIES, Parameter.limit(200, 1_000))
            .inPages()
            .answers(AnomalyPage.class, "One page of anomalies. As CSV each finding is a line.")
            .asCsv()
            .explained();

    private AlertOperations() {}
}
