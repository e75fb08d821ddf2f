package dev.varve.alert.internal;

import dev.varve.alert.Alert;
import dev.varve.alert.AlertNotice;
import dev.varve.alert.AlertRule;
import dev.varve.alert.AlertStatus;
import dev.varve.alert.Sample;
import dev.varve.alert.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Evaluates all rules on readings of one device, in the order of their clocks, and collects the writes; pure. */
public final class RuleEvaluation {

    /** Limits the writes of one reading and one tick to the 100 writes of a transaction. */
    public static final int MAX_RULES = 30;

    private final List<StartedRule> rules;
    private final AlertSubject device;
    private final DeviceState before;
    // By the place of the rule; null for a rule that has evaluated nothing.
    private final @Nullable RuleState[] states;
    private final Map<String, Alert> opened = new LinkedHashMap<>();
    private final Map<String, Instant> resolved = new LinkedHashMap<>();
    private final List<DeviceState.Due> due = new ArrayList<>();
    private Optional<Instant> through;

    public RuleEvaluation(List<StartedRule> rules, AlertSubject device, DeviceState before) {
        this.rules = rules;
        this.device = device;
        this.before = before;
        this.states = rules.stream()
                .map(each -> before.rules().get(each.rule().name()))
                .toArray(RuleState[]::new);
        this.through = before.through();
    }

    /** Returns whether the collected writes should be sent before more readings are evaluated. */
    public boolean isFull() {
        return opened.size() + resolved.size() >= MAX_RULES;
    }

    public void read(NumericReading reading) {
        Instant at = reading.at();
        Optional<Sample> clock = Optional.of(Sample.at(at));
        Map<String, Optional<Sample>> samples = new HashMap<>();
        for (int i = 0; i < states.length; i++) {
            StartedRule each = rules.get(i);
            Optional<Sample> sample = each.rule()
                    .trigger()
                    .field()
                    .map(field -> samples.computeIfAbsent(field, first -> sample(field, reading)))
                    .orElse(clock);
            if (sample.isPresent()) {
                take(i, RuleEvaluator.read(each, states[i], sample.get()));
            }
        }
        through = Optional.of(at);
    }

    /** Evaluates the rules at this time, after all earlier readings. */
    public void passed(Instant now) {
        for (int i = 0; i < states.length; i++) {
            StartedRule each = rules.get(i);
            RuleState state = states[i];
            take(i, RuleEvaluator.passed(each, state == null ? initialState(each) : state, now));
        }
    }

    /** Returns the state of a new rule. Silence counts from the last reading that any rule has evaluated. */
    private RuleState initialState(StartedRule each) {
        RuleState start = each.start();
        return each.rule().trigger() instanceof Trigger.Silent
                ? through.map(at -> start.saw(Sample.at(at))).orElse(start)
                : start;
    }

    private void take(int place, RuleEvaluator step) {
        AlertRule rule = rules.get(place).rule();
        states[place] = step.state();
        for (AlertTransition transition : step.transitions()) {
            String id = device.alertId(rule.name(), transition.opened());
            if (transition instanceof AlertTransition.Opened opening) {
                opened.put(id, opened(device, rule, opening));
                due.add(new DeviceState.Due(AlertNotice.Event.OPENED, id));
            } else if (transition instanceof AlertTransition.Resolved end) {
                opened.computeIfPresent(
                        id, (same, alert) -> resolved(alert, end.by().at()));
                resolved.put(id, end.by().at());
                due.add(new DeviceState.Due(AlertNotice.Event.RESOLVED, id));
            }
        }
    }

    /** Returns the device's state after all evaluated readings. */
    public DeviceState after() {
        Map<String, RuleState> kept = new TreeMap<>(before.rules());
        // States of removed rules are kept only while an alert is open; otherwise the item would grow without limit.
        Set<String> current = rules.stream().map(each -> each.rule().name()).collect(Collectors.toSet());
        kept.entrySet()
                .removeIf(state -> !current.contains(state.getKey())
                        && state.getValue().opened().isEmpty());
        for (int i = 0; i < states.length; i++) {
            RuleState state = states[i];
            if (state != null) {
                kept.put(rules.get(i).rule().name(), state);
            }
        }
        DeviceState after =
                new DeviceState(before.deviceId(), before.series(), through, kept, before.outbox(), before.version());
        for (DeviceState.Due notice : due) {
            after = after.owing(notice);
        }
        return after;
    }

    /** Returns the opened alerts in their final state. */
    public Map<String, Alert> opened() {
        return opened;
    }

    /** Returns the ids of resolved alerts, with the clock of the reading that resolves each. */
    public Map<String, Instant> resolved() {
        return resolved;
    }

    /** Returns the notices to deliver, in order. */
    public List<DeviceState.Due> due() {
        return due;
    }

    /** Returns the alert that this rule opens. */
    private static Alert opened(AlertSubject device, AlertRule rule, AlertTransition.Opened opening) {
        return new Alert(
                device.id(),
                device.alertId(rule.name(), opening.opened()),
                device.series(),
                rule.name(),
                rule.severity(),
                rule.message(),
                AlertStatus.OPEN,
                true,
                opening.opened(),
                opening.by().at(),
                opening.by().value(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns the alert after a reading cleared it. */
    private static Alert resolved(Alert alert, Instant at) {
        return new Alert(
                alert.deviceId(),
                alert.alertId(),
                alert.series(),
                alert.rule(),
                alert.severity(),
                alert.message(),
                AlertStatus.RESOLVED,
                false,
                alert.openedAt(),
                alert.readingAt(),
                alert.value(),
                alert.acknowledgedAt(),
                alert.acknowledgedBy(),
                Optional.of(at),
                alert.resolvedBy());
    }

    /** Returns the sample that the rule evaluates, or empty if the reading lacks the field. */
    public static Optional<Sample> sample(AlertRule rule, NumericReading reading) {
        return rule.trigger()
                .field()
                .map(field -> sample(field, reading))
                .orElseGet(() -> Optional.of(Sample.at(reading.at())));
    }

    private static Optional<Sample> sample(String field, NumericReading reading) {
        return reading.value(field).filter(Double::isFinite).map(value -> Sample.of(reading.at(), value));
    }
}
