package dev.varve.alert.internal;

import dev.varve.alert.AlertNotice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The states of all rules of a series for one device: one item that changes together with the device's alerts.
 *
 * @param through the clock of the newest evaluated reading; empty before the first
 * @param rules the states by the name of the rule
 * @param outbox the notices that are not delivered yet, oldest first
 * @param version the number of writes; 0 for a state that is not stored
 */
public record DeviceState(
        String deviceId,
        String series,
        Optional<Instant> through,
        Map<String, RuleState> rules,
        List<Due> outbox,
        long version) {

    /** The oldest notices beyond this number are dropped. */
    private static final int MAX_OUTBOX = 200;

    /** A notice to deliver. */
    public record Due(AlertNotice.Event event, String alertId) {}

    public static DeviceState none(AlertSubject device) {
        return new DeviceState(device.id(), device.series(), Optional.empty(), Map.of(), List.of(), 0);
    }

    /**
     * Returns whether this state must be stored after an evaluation that began with another one: a phase, an alert or a
     * notice is different. Newer readings alone are part of checkpoints.
     */
    public boolean isWorthStoring(DeviceState before) {
        if (version == 0 || before.through.isEmpty() || !outbox.equals(before.outbox)) {
            return !equals(before);
        }
        return !rules.keySet().containsAll(before.rules.keySet())
                || rules.entrySet().stream().anyMatch(rule -> {
                    RuleState old = before.rules.get(rule.getKey());
                    return old == null
                            ? !rule.getValue().isNormal()
                            : !rule.getValue().hasPhaseOf(old);
                });
    }

    DeviceState at(Instant clock) {
        return new DeviceState(deviceId, series, Optional.of(clock), rules, outbox, version);
    }

    public DeviceState with(String rule, RuleState state) {
        Map<String, RuleState> changed = new TreeMap<>(rules);
        changed.put(rule, state);
        return new DeviceState(deviceId, series, through, changed, outbox, version);
    }

    public DeviceState owing(Due due) {
        List<Due> more = new ArrayList<>(outbox);
        more.add(due);
        return withOutbox(more.subList(Math.max(0, more.size() - MAX_OUTBOX), more.size()));
    }

    public DeviceState without(List<Due> delivered) {
        List<Due> rest = new ArrayList<>(outbox);
        rest.removeAll(delivered);
        return withOutbox(rest);
    }

    /** Returns this state after it was written. */
    public DeviceState stored() {
        return new DeviceState(deviceId, series, through, rules, outbox, version + 1);
    }

    private DeviceState withOutbox(List<Due> newOutbox) {
        return new DeviceState(deviceId, series, through, rules, List.copyOf(newOutbox), version);
    }
}
