package dev.varve.alert.internal;

import dev.varve.alert.Sample;
import dev.varve.key.Parts;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What columns of readings of one device are compared with: the phases of its rules as sets of bits, its newest clock, and
 * the newest value of each field. Together with the stored {@link DeviceState}, which has every change of a phase, this is the
 * whole state. Used by one thread at a time, under its own lock.
 */
public final class WatchedDevice {

    /** The clock of a device without evaluated readings. */
    static final long NEVER = Long.MIN_VALUE;

    final String id;
    final CheckpointPages.Page page;
    @Nullable
    Parts identity;

    /** What a checkpoint holds of the device, until its state was read; then null. */
    @Nullable
    DeviceCheckpoint restored;

    /** Whether the state was read, and whether there is one. */
    boolean isLoaded;

    boolean hasState;

    long through = NEVER;
    final double[] values;
    final long[] clocks;

    /** Rules that have evaluated a reading; with an alert, or held; pending; and such that only the exact evaluation knows. */
    int seen;

    int open;
    int pending;
    int odd;

    /** The earliest clock at which a pending rule opens an alert. */
    long due = Long.MAX_VALUE;

    /** Whether there are undelivered notices. */
    boolean owes;

    /** The clocks of readings that are too far in the future. */
    long waitingFrom = Long.MAX_VALUE;

    long waitingTo = NEVER;

    /** The newest reading of a device without a state. */
    long newest = NEVER;

    /** The place in the delivery that is being handled, and its number. */
    int group;

    long delivery;

    WatchedDevice(String id, CheckpointPages.Page page, int fields) {
        this.id = id;
        this.page = page;
        this.values = new double[fields];
        this.clocks = new long[fields];
        clear();
    }

    private void clear() {
        Arrays.fill(values, Double.NaN);
        Arrays.fill(clocks, NEVER);
        through = NEVER;
        seen = 0;
        open = 0;
        pending = 0;
        odd = 0;
        due = Long.MAX_VALUE;
        owes = false;
    }

    /** Takes over a state that was read, computed or stored. */
    void load(DeviceState state, CompiledRules rules) {
        TickClock clock = rules.clock();
        clear();
        restored = null;
        isLoaded = true;
        hasState = state.through().isPresent();
        through = state.through().map(clock::ticks).orElse(NEVER);
        owes = !state.outbox().isEmpty();
        page.isDirty = true;
        for (int rule = 0; rule < rules.rules().size(); rule++) {
            RuleState stored = state.rules().get(rules.rules().get(rule).name());
            if (stored != null) {
                load(rule, stored, rules);
            }
        }
        for (int rule = 0; rule < rules.rules().size(); rule++) {
            RuleState stored = state.rules().get(rules.rules().get(rule).name());
            if (stored != null && stored.last().isPresent() && isOdd(rules.fieldOf(rule), stored.last().get(), clock)) {
                odd |= 1 << rule;
            }
        }
        // Its newest reading is not that of its field.
        seen &= ~odd;
    }

    private void load(int rule, RuleState stored, CompiledRules rules) {
        int bit = 1 << rule;
        TickClock clock = rules.clock();
        if (!stored.rule().equals(rules.fingerprint(rule))) {
            odd |= bit;
        }
        switch (stored.phase()) {
            case NORMAL -> {}
            case PENDING -> {
                pending |= bit;
                stored.broke()
                        .ifPresent(by -> due = Math.min(due, rules.due(rule, clock.ticks(by.at()))));
            }
            case OPEN, HELD -> open |= bit;
        }
        Sample last = stored.last().orElse(null);
        if (last == null) {
            return;
        }
        seen |= bit;
        int field = rules.fieldOf(rule);
        long at = clock.ticks(last.at());
        if (field != CompiledRules.NONE && last.value().isPresent() && at > clocks[field]) {
            clocks[field] = at;
            values[field] = last.value().get();
        }
    }

    /** Returns whether a rule has another newest reading than the other rules of its field. */
    private boolean isOdd(int field, Sample last, TickClock clock) {
        long at = clock.ticks(last.at());
        return field == CompiledRules.NONE
                ? at != through
                : at != clocks[field] || last.value().isEmpty() || last.value().get() != values[field];
    }

    /** Notes readings that leave all rules in their phases. */
    void saw(ReadingColumns.Rows readings, CompiledRules rules) {
        int last = readings.count() - 1;
        for (int field = 0; field < rules.ruleFields(); field++) {
            for (int i = last; i >= 0; i--) {
                double value = readings.value(field, i);
                if (!Double.isNaN(value)) {
                    values[field] = value;
                    clocks[field] = readings.tick(i);
                    seen |= rules.rulesOf(field);
                    break;
                }
            }
        }
        seen |= rules.silent();
        through = readings.tick(last);
        page.isDirty = true;
    }

    /** Notes readings that must wait for their time. */
    void waits(long from, long to) {
        waitingFrom = Math.min(waitingFrom, from);
        waitingTo = Math.max(waitingTo, to);
    }

    /** Returns whether readings whose time has come are waiting; forgets them once all of them can be evaluated. */
    boolean isWaitOver(long limit) {
        if (waitingFrom >= limit) {
            return false;
        }
        if (waitingTo < limit) {
            waitingFrom = Long.MAX_VALUE;
            waitingTo = NEVER;
        }
        return true;
    }

    /** Returns whether something happens at this time without a reading. */
    boolean isDue(CompiledRules rules, long now) {
        // A tick earlier, because a duration need not be a whole number of ticks.
        if (owes || due - 1 <= now) {
            return true;
        }
        long last = hasState ? through : newest;
        long silence = rules.silenceOf(hasState ? open : 0);
        return last != NEVER && silence != Long.MAX_VALUE && now - last >= silence;
    }

    /** Returns what a checkpoint keeps; empty if there is nothing that the stored state lacks. */
    Optional<DeviceCheckpoint> checkpoint(CompiledRules rules) {
        if (!isLoaded) {
            return Optional.ofNullable(restored);
        }
        return hasState ? Optional.of(current(rules)) : Optional.empty();
    }

    private DeviceCheckpoint current(CompiledRules rules) {
        return new DeviceCheckpoint(rules.checkpoint(), id, through, seen, values.clone(), clocks.clone());
    }

    /** Returns the whole state: a stored one, and what was evaluated since. */
    DeviceState merged(DeviceState stored, CompiledRules rules) {
        DeviceCheckpoint since = isLoaded ? hasState ? current(rules) : null : restored;
        return since == null ? stored : since.merged(stored, rules.clock());
    }
}
