package dev.varve.alert.internal;

import dev.varve.alert.Sample;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What was evaluated of one device since its {@link DeviceState} was stored: readings that left all rules in their phases.
 *
 * @param rules the rules that evaluated them
 * @param version the version of the stored state that it belongs to, or {@link #ANY}
 * @param through the clock of the newest one, in ticks
 * @param seen the rules that have evaluated a reading, as bits
 * @param values the newest value of each field, {@code NaN} without one
 * @param clocks the clocks of these values
 * @param waiting the readings that must be evaluated later
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, and never changed after they are here.
record DeviceCheckpoint(
        CheckpointRules rules,
        String id,
        long version,
        long through,
        int seen,
        double[] values,
        long[] clocks,
        Waiting waiting) {

    /** The version of a checkpoint that is newer than every stored state. */
    static final long ANY = -1;

    /** The clocks of readings that are too far in the future, from the first to the last one. */
    record Waiting(long from, long to) {

        static final Waiting NONE = new Waiting(Long.MAX_VALUE, WatchedDevice.NEVER);
    }

    DeviceCheckpoint waiting(Waiting now) {
        return new DeviceCheckpoint(rules, id, version, through, seen, values, clocks, now);
    }

    /** Returns a stored state with these readings; a state that is newer or was deleted stays as it is. */
    DeviceState merged(DeviceState stored, TickClock clock) {
        if (stored.through().isEmpty() || through == WatchedDevice.NEVER) {
            return stored;
        }
        Instant newest = clock.instant(through);
        // With the same clock it may still have rules that no reading has changed, unless the state was stored later.
        boolean isSame = newest.equals(stored.through().get()) && (version == ANY || version == stored.version());
        if (!isSame && !newest.isAfter(stored.through().get())) {
            return stored;
        }
        Map<String, RuleState> states = new TreeMap<>(stored.rules());
        for (int rule = 0; rule < rules.names().size(); rule++) {
            int field = rules.fieldOf().get(rule);
            if ((seen & (1 << rule)) == 0 || (field >= 0 && Double.isNaN(values[field]))) {
                continue;
            }
            Sample last = field < 0 ? Sample.at(newest) : Sample.of(clock.instant(clocks[field]), values[field]);
            String name = rules.names().get(rule);
            RuleState before = states.get(name);
            if (before == null) {
                states.put(
                        name,
                        new RuleState(
                                rules.fingerprints().get(rule),
                                RulePhase.NORMAL,
                                Optional.of(last),
                                Optional.empty(),
                                Optional.empty()));
            } else if (before.rule().equals(rules.fingerprints().get(rule)) && before.isBefore(last.at())) {
                states.put(name, before.saw(last));
            }
        }
        return new DeviceState(
                stored.deviceId(), stored.series(), Optional.of(newest), states, stored.outbox(), stored.version());
    }
}
