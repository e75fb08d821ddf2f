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

    /** What a checkpoint holds of the device, until its state was read and is settled; then null. */
    @Nullable
    DeviceCheckpoint restored;

    /** Whether the state was read, and whether there is one. */
    boolean isLoaded;

    boolean hasState;

    private long version;
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

    /** Whether rules of the state were removed or changed; the next evaluation takes note of that, and is stored. */
    boolean isUnsettled;

    /** The clocks of readings that are too far in the future. */
    long waitingFrom = Long.MAX_VALUE;

    long waitingTo = NEVER;

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

    /** Takes over what a checkpoint has; the state must be read before the next evaluation. */
    void restore(DeviceCheckpoint checkpoint) {
        restored = checkpoint;
        waitingFrom = checkpoint.waiting().from();
        waitingTo = checkpoint.waiting().to();
    }

    /** Takes over a state that was read, before anything is evaluated. */
    void loadFirst(DeviceState state, CompiledRules rules) {
        DeviceCheckpoint before = restored;
        load(state, rules);
        // Values of rules that have changed are only there.
        restored = isUnsettled ? before : null;
    }

    /** Takes over a state that was computed or stored. */
    void load(DeviceState state, CompiledRules rules) {
        TickClock clock = rules.clock();
        clear();
        restored = null;
        isLoaded = true;
        hasState = state.through().isPresent();
        version = state.version();
        through = state.through().map(clock::ticks).orElse(NEVER);
        owes = !state.outbox().isEmpty();
        isUnsettled = state.rules().entrySet().stream()
                .anyMatch(rule ->
                        rule.getValue().opened().isEmpty() && !rules.names().contains(rule.getKey()));
        page.isDirty = true;
        for (int rule = 0; rule < rules.rules().size(); rule++) {
            RuleState stored = state.rules().get(rules.rules().get(rule).name());
            if (stored != null) {
                load(rule, stored, rules);
            }
        }
        for (int rule = 0; rule < rules.rules().size(); rule++) {
            RuleState stored = state.rules().get(rules.rules().get(rule).name());
            if (stored != null
                    && stored.last().isPresent()
                    && isOdd(rules.fieldOf(rule), stored.last().get(), clock)) {
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
            isUnsettled = true;
        }
        switch (stored.phase()) {
            case NORMAL -> {}
            case PENDING -> {
                pending |= bit;
                stored.broke().ifPresent(by -> due = Math.min(due, rules.due(rule, clock.ticks(by.at()))));
            }
            case OPEN, HELD -> open |= bit;
        }
        Sample last = stored.last().orElse(null);
        int field = rules.fieldOf(rule);
        // The value of a changed rule is not known; that is the same as no reading.
        if (last == null || (field != CompiledRules.NONE && last.value().isEmpty())) {
            return;
        }
        seen |= bit;
        long at = clock.ticks(last.at());
        if (field != CompiledRules.NONE && at > clocks[field]) {
            clocks[field] = at;
            values[field] = last.value().orElseThrow();
        }
    }

    /** Returns whether a rule has another newest reading than the other rules of its field. */
    private boolean isOdd(int field, Sample last, TickClock clock) {
        long at = clock.ticks(last.at());
        return field == CompiledRules.NONE
                ? at != through
                : last.value().isPresent()
                        && (at != clocks[field] || last.value().get() != values[field]);
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
        page.isDirty = true;
    }

    /** Returns whether readings whose time has come are waiting. */
    boolean isWaitOver(long limit) {
        return waitingFrom < limit;
    }

    /** Notes that all readings before a clock are evaluated. */
    void waited(long limit) {
        waitingFrom = waitingTo < limit ? Long.MAX_VALUE : Math.max(waitingFrom, limit);
        waitingTo = waitingTo < limit ? NEVER : waitingTo;
    }

    /** Returns whether something happens at this time without a reading. */
    boolean isDue(CompiledRules rules, long now) {
        // A tick earlier, because a duration need not be a whole number of ticks.
        if (owes || isUnsettled || due - 1 <= now) {
            return true;
        }
        // The silence of a new rule counts from its first evaluation.
        if (hasState && (rules.silent() & ~(seen | odd)) != 0) {
            return true;
        }
        long silence = rules.silenceOf(open);
        // Only the series knows the last reading of a device without a state.
        return silence != Long.MAX_VALUE && (!hasState || now - through >= silence);
    }

    /** Returns what a checkpoint keeps; empty if there is nothing that the stored state lacks. */
    Optional<DeviceCheckpoint> checkpoint(CompiledRules rules) {
        if (!isLoaded || restored != null) {
            return Optional.ofNullable(restored).map(before -> before.waiting(waiting()));
        }
        return hasState || waitingTo != NEVER ? Optional.of(current(rules, version)) : Optional.empty();
    }

    private DeviceCheckpoint current(CompiledRules rules, long ofVersion) {
        return new DeviceCheckpoint(
                rules.checkpoint(), id, ofVersion, through, seen, values.clone(), clocks.clone(), waiting());
    }

    private DeviceCheckpoint.Waiting waiting() {
        return new DeviceCheckpoint.Waiting(waitingFrom, waitingTo);
    }

    /** Returns the whole state: a stored one, and what was evaluated since. */
    DeviceState merged(DeviceState stored, CompiledRules rules) {
        DeviceCheckpoint since =
                isLoaded && restored == null && hasState ? current(rules, DeviceCheckpoint.ANY) : restored;
        return since == null ? stored : since.merged(stored, rules.clock());
    }
}
