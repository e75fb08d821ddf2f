package dev.varve.alert.internal;

import dev.varve.feed.internal.EventBatch;
import dev.varve.key.Parts;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * Decides for each device of a batch whether its readings change anything but its newest clock and values, and notes these;
 * pure. Most devices need nothing else.
 */
public final class BatchRun {

    /** What is left to do for a device. */
    public enum Decision {
        NOTHING,
        /** Its state must be read first. */
        LOAD,
        /** Evaluate some of the readings of the batch, then decide again. */
        EVALUATE,
        /** Evaluate what the series holds: the device is new, the batch has corrections, or earlier readings wait. */
        READ_SERIES
    }

    /** The readings of a device that are looked at together. */
    public static final int AT_ONCE = 64;

    private final CompiledRules rules;
    private final DeviceGroups groups;
    private final ReadingColumns columns;
    private final long limit;
    private final LongPredicate isLive;

    /**
     * @param limit the first clock that is too far in the future
     * @param isLive whether a reading with this clock has not expired
     */
    public BatchRun(
            EventBatch batch,
            ReadingSource<?> readings,
            CompiledRules rules,
            DeviceGroups groups,
            Instant limit,
            LongPredicate isLive) {
        this.rules = rules;
        this.groups = groups;
        this.columns = new ReadingColumns(batch, rules, readings::columns);
        this.limit = rules.clock().ceil(limit);
        this.isLive = isLive;
    }

    public int size() {
        return groups.size();
    }

    public WatchedDevice device(int group) {
        return groups.device(group);
    }

    public Parts identity(int group) {
        return Objects.requireNonNull(groups.device(group).identity);
    }

    /** Returns the clock of the oldest reading of a device in the batch. */
    public Instant oldest(int group) {
        return rules.clock().instant(groups.oldest(group));
    }

    /** Returns the readings of a device in the batch whose time has come and which are not evaluated yet. */
    public ReadingColumns.Rows readings(int group) {
        WatchedDevice device = groups.device(group);
        synchronized (device) {
            return groups.rows(group, columns).before(limit).after(device.through);
        }
    }

    /** Takes over the state of a device that was read. */
    public void load(int group, DeviceState state) {
        WatchedDevice device = groups.device(group);
        synchronized (device) {
            device.loadFirst(state, rules);
        }
    }

    public Decision decide(int group) {
        WatchedDevice device = groups.device(group);
        synchronized (device) {
            if (groups.oldest(group) == Long.MAX_VALUE) {
                return Decision.NOTHING;
            }
            if (!device.isLoaded) {
                return Decision.LOAD;
            }
            ReadingColumns.Rows fresh = groups.rows(group, columns).after(device.through);
            ReadingColumns.Rows due = fresh.before(limit);
            if (due.count() < fresh.count()) {
                device.waits(fresh.tick(due.count()), fresh.tick(fresh.count() - 1));
            }
            if (device.isWaitOver(limit)) {
                return Decision.READ_SERIES;
            }
            if (due.count() == 0) {
                return Decision.NOTHING;
            }
            return groups.isIrregular(group, device.through) ? Decision.READ_SERIES : decide(device, due);
        }
    }

    /** Notes that what the series has of a device was evaluated. */
    public void readSeries(int group) {
        WatchedDevice device = groups.device(group);
        synchronized (device) {
            device.waited(limit);
        }
    }

    private Decision decide(WatchedDevice device, ReadingColumns.Rows due) {
        if (!device.hasState) {
            // Without rules a device needs no state. The first evaluation also takes what the series has already.
            boolean isIdle = rules.rules().isEmpty() && rules.fields().isEmpty();
            return isIdle ? Decision.NOTHING : Decision.READ_SERIES;
        }
        if (!isLive.test(due.tick(0))) {
            return Decision.READ_SERIES;
        }
        // After a long absence a device has many readings in the batch, and most of them change nothing. Of the part
        // that
        // changes something, halves are looked at, so that the exact evaluation begins with the reading that does.
        ReadingColumns.Rows rest = due;
        int most = AT_ONCE;
        while (rest.count() > 0) {
            ReadingColumns.Rows some = rest.first(most);
            if (rules.isUnchanged(device, some)) {
                device.saw(some, rules);
                rest = rest.from(some.count());
            } else if (some.count() == 1 || !rules.canTell(device)) {
                return Decision.EVALUATE;
            } else {
                most = some.count() / 2;
            }
        }
        return Decision.NOTHING;
    }

    /** Returns how many readings of a device the exact evaluation takes first: the first of them changes something, or all may. */
    public int first(int group) {
        WatchedDevice device = groups.device(group);
        synchronized (device) {
            return rules.canTell(device) ? 1 : AT_ONCE;
        }
    }

    /** Returns the readings as the exact evaluation takes them, up to a number. */
    public static List<NumericReading> list(ReadingColumns.Rows readings, int most) {
        return IntStream.range(0, Math.min(most, readings.count()))
                .mapToObj(readings::reading)
                .toList();
    }
}
