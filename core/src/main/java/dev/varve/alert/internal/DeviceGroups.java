package dev.varve.alert.internal;

import dev.varve.feed.internal.EventBatch;
import java.util.ArrayList;
import java.util.List;

/** The rows of a batch by device: the rows of each one together, in ascending order of their clocks. */
public final class DeviceGroups {

    /** Beyond this many rows, an insertion sort is too slow. */
    private static final int FEW = 64;

    private final EventBatch batch;
    private final List<WatchedDevice> devices = new ArrayList<>();
    private final int[] order;
    private int[] starts = new int[0];

    /**
     * @param deviceOf the device of each identity of the batch
     * @param delivery a number that no delivery before had
     */
    public DeviceGroups(EventBatch batch, List<WatchedDevice> deviceOf, long delivery) {
        this.batch = batch;
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
        for (int group = 0; group < devices.size(); group++) {
            sort(starts[group], starts[group + 1]);
        }
    }

    /** Sorts by clock; rows with one clock stay in the order of the journal. */
    private void sort(int from, int to) {
        long[] ticks = batch.ticks();
        if (to - from > FEW) {
            if (!isSorted(from, to)) {
                List<Integer> rows = new ArrayList<>();
                for (int i = from; i < to; i++) {
                    rows.add(order[i]);
                }
                rows.sort((one, other) -> Long.compare(ticks[one], ticks[other]));
                for (int i = from; i < to; i++) {
                    order[i] = rows.get(i - from);
                }
            }
            return;
        }
        for (int i = from + 1; i < to; i++) {
            int row = order[i];
            int at = i;
            while (at > from && ticks[order[at - 1]] > ticks[row]) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = row;
        }
    }

    private boolean isSorted(int from, int to) {
        long[] ticks = batch.ticks();
        for (int i = from + 1; i < to; i++) {
            if (ticks[order[i - 1]] > ticks[order[i]]) {
                return false;
            }
        }
        return true;
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
            if (!batch.isRemoval(order[i])) {
                return batch.ticks()[order[i]];
            }
        }
        return Long.MAX_VALUE;
    }
}
