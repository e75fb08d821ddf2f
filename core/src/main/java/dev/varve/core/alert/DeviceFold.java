package dev.varve.core.alert;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Takes readings of one device through all rules, in their order, and gathers what is to be written; pure. */
final class DeviceFold {

    /** Rules of one series: with this many, one more reading and one more tick fit into a transaction of 100 writes. */
    static final int MAX_RULES = 30;

    private final List<AlertRule> rules;
    private final Device device;
    private final DeviceState before;
    private final Map<String, RuleState> states;
    private final Map<String, Alert> opened = new LinkedHashMap<>();
    private final Map<String, Instant> resolved = new LinkedHashMap<>();
    private final List<DeviceState.Due> due = new ArrayList<>();
    private Optional<Instant> through;

    DeviceFold(List<AlertRule> rules, Device device, DeviceState before) {
        this.rules = rules;
        this.device = device;
        this.before = before;
        this.states = new TreeMap<>(before.rules());
        this.through = before.through();
    }

    /** Returns whether what is gathered should be written before more is read. */
    boolean isFull() {
        return opened.size() + resolved.size() >= MAX_RULES;
    }

    void read(Fields reading) {
        for (AlertRule rule : rules) {
            rule.sample(reading).ifPresent(sample -> take(rule, RuleStep.read(rule, states.get(rule.name()), sample)));
        }
        through = Optional.of(reading.at());
    }

    /** Lets time pass, after all readings up to then. */
    void passed(Instant now) {
        for (AlertRule rule : rules) {
            take(rule, RuleStep.passed(rule, states.getOrDefault(rule.name(), unheard(rule)), now));
        }
    }

    /** Returns the state of a rule that is new: silence counts from the last reading any rule has seen. */
    private RuleState unheard(AlertRule rule) {
        RuleState start = RuleState.start(rule);
        return rule.trigger() instanceof Trigger.Silent
                ? through.map(at -> start.saw(Sample.at(at))).orElse(start)
                : start;
    }

    private void take(AlertRule rule, RuleStep step) {
        states.put(rule.name(), step.state());
        for (Transition transition : step.transitions()) {
            String id = device.alertId(rule.name(), transition.opened());
            if (transition instanceof Transition.Opened opening) {
                opened.put(id, Alert.opened(device, rule, opening));
                due.add(new DeviceState.Due(AlertNotice.Event.OPENED, id));
            } else if (transition instanceof Transition.Resolved end) {
                opened.computeIfPresent(
                        id, (same, alert) -> alert.resolved(end.by().at()));
                resolved.put(id, end.by().at());
                due.add(new DeviceState.Due(AlertNotice.Event.RESOLVED, id));
            }
        }
    }

    /** Returns the state after all that was taken. */
    DeviceState after() {
        Map<String, RuleState> kept = new TreeMap<>(states);
        // Of rules that are gone only what is open is remembered: otherwise all that ever were would be.
        Set<String> current = rules.stream().map(AlertRule::name).collect(Collectors.toSet());
        kept.entrySet()
                .removeIf(state -> !current.contains(state.getKey())
                        && state.getValue().opened().isEmpty());
        DeviceState after =
                new DeviceState(before.deviceId(), before.series(), through, kept, before.outbox(), before.version());
        for (DeviceState.Due notice : due) {
            after = after.owing(notice);
        }
        return after;
    }

    /** Returns the alerts that open, as they are after all that was taken. */
    Map<String, Alert> opened() {
        return opened;
    }

    /** Returns the alerts that end, with the clock of the reading that ends them. */
    Map<String, Instant> resolved() {
        return resolved;
    }

    /** Returns what people are to be told, in order. */
    List<DeviceState.Due> due() {
        return due;
    }
}
