package dev.varve.alert.internal;

import dev.varve.alert.AlertNotice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What all rules of a series remember of one device: one item, changed together with its alerts.
 *
 * @param through the clock of the newest reading that was looked at; empty before the first
 * @param rules the states by name of the rule
 * @param outbox what people have not been told yet, oldest first
 * @param version counts the writes, from 1; 0 for a state that is not stored
 */
public record DeviceState(
        String deviceId,
        String series,
        Optional<Instant> through,
        Map<String, RuleState> rules,
        List<Due> outbox,
        long version) {

    /** What is not told within so many openings and endings of one device is not worth telling any more. */
    private static final int MAX_OUTBOX = 200;

    /** A notice that is to be given. */
    public record Due(AlertNotice.Event event, String alertId) {}

    public static DeviceState none(AlertSubject device) {
        return new DeviceState(device.id(), device.series(), Optional.empty(), Map.of(), List.of(), 0);
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

    public DeviceState without(List<Due> given) {
        List<Due> rest = new ArrayList<>(outbox);
        rest.removeAll(given);
        return withOutbox(rest);
    }

    private DeviceState withOutbox(List<Due> newOutbox) {
        return new DeviceState(deviceId, series, through, rules, List.copyOf(newOutbox), version);
    }
}
