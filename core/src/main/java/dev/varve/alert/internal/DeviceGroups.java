package dev.varve.alert.internal;

import dev.varve.feed.internal.EventBatch;
import java.util.ArrayList;
import java.util.List;

/** The rows of a batch by device: the rows of each one together, in ascending order of their clocks. */
public final class DeviceGroups {

    /** If rows must be moved further than this on average, an insertion sort is too slow. */
    private static final int MOST_MOVES = 32;

    private final EventBatch batch;
    private final List<WatchedDevice> devices = new ArrayList<>();
    private final int[] order;
    private final boolean isPlain;
    private int[] starts = new int[0];
    private boolean[] hasTies = new boolean[0];

    /**
     * @param deviceOf the device of each identity of the batch
     * @param delivery a number that no delivery before had
     */
    public DeviceGroups(EventBatch batch, List<WatchedDevice> deviceOf, long delivery) {
        this.batch = batch;
        this.isPlain = batch.isPlain();
        this.order = new int[batch.size()];
        for (WatchedDevice device : deviceOf) {
            if (device.delivery != delivery) {
                device.delivery = delivery;
                device.group = devices.size();
                devices.add(device);
            }
        }
        group(deviceOf);
    }

    private void group(List<WatchedDevice> deviceOf) {
        int[] groupOf = new int[deviceOf.size()];
        for (int place = 0; place < groupOf.length; place++) {
            groupOf[place] = deviceOf.get(place).group;
        }
        int[] places = batch.places();
        starts = new int[devices.size() + 1];
        for (int place : places) {
            starts[groupOf[place] + 1]++;
        }
        for (int group = 0; group < devices.size(); group++) {
            starts[group + 1] += starts[group];
        }
        int[] next = starts.clone();
        for (int row = 0; row < places.length; row++) {
            order[next[groupOf[places[row]]]++] = row;
        }
        hasTies = new boolean[devices.size()];
        for (int group = 0; group < hasTies.length; group++) {
            hasTies[group] = sort(starts[group], starts[group + 1]);
        }
    }

    /** Sorts by clock; rows with one clock stay in the order of the journal. Returns whether there are such rows. */
    private boolean sort(int from, int to) {
        long[] ticks = batch.ticks();
        long moves = 0;
        boolean hasTie = false;
        for (int i = from + 1; i < to; i++) {
            int row = order[i];
            int at = i;
            // Senders in parallel change the order of few rows, and not far, so that this is nearly always enough.
            while (at > from && ticks[order[at - 1]] > ticks[row]) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = row;
            hasTie |= at > from && ticks[order[at - 1]] == ticks[row];
            moves += i - at;
            if (moves > (long) MOST_MOVES * (to - from)) {
                sortFar(from, to);
                // Not known, so that the rows are looked at.
                return true;
            }
        }
        return hasTie;
    }

    private void sortFar(int from, int to) {
        long[] ticks = batch.ticks();
        List<Integer> rows = new ArrayList<>();
        for (int i = from; i < to; i++) {
            rows.add(order[i]);
        }
        rows.sort((one, other) -> {
            int byClock = Long.compare(ticks[one], ticks[other]);
            return byClock != 0 ? byClock : Integer.compare(one, other);
        });
        for (int i = from; i < to; i++) {
            order[i] = rows.get(i - from);
        }
    }

    public int size() {
        return devices.size();
    }

    public WatchedDevice device(int group) {
        return devices.get(group);
    }

    /** Returns all rows of a device, removed ones included. */
    public ReadingColumns.Rows rows(int group, ReadingColumns columns) {
        return columns.rows(order, starts[group], starts[group + 1] - starts[group]);
    }

    /** Returns whether rows of a device after a clock remove or correct events, or have one clock twice. */
    boolean isIrregular(int group, long after) {
        if (isPlain && !hasTies[group]) {
            return false;
        }
        for (int i = starts[group]; i < starts[group + 1]; i++) {
            int row = order[i];
            boolean isTie = i > starts[group] && batch.ticks()[order[i - 1]] == batch.ticks()[row];
            if (batch.ticks()[row] > after && (isTie || batch.isRemoval(row) || batch.isCorrection(row))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the oldest clock of the rows of a device that do not remove events; the largest number without any. */
    public long oldest(int group) {
        for (int i = starts[group]; i < starts[group + 1]; i++) {
            if (isPlain || !batch.isRemoval(order[i])) {
                return batch.ticks()[order[i]];
            }
        }
        return Long.MAX_VALUE;
    }
}
