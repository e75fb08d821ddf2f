package dev.varve.block.internal;

import java.util.Arrays;

/** The values seen so far in order of size, how often each was seen, and what followed it. */
final class ValueHistory {

    /** Further values are not remembered: a column with more has no use of it. */
    private static final int MOST_VALUES = 1024;

    /** The successors that are kept of one value. */
    static final int SUCCESSORS = 8;

    private long[] values = new long[16];
    private int[] before = new int[16];
    private int[] ids = new int[16];
    private long[] following = new long[16 * SUCCESSORS];
    private int[] followed = new int[16 * SUCCESSORS];
    private int[] exits = new int[16];
    private int size;
    private int total;
    private int id = -1;

    int total() {
        return total;
    }

    /** Returns how many of the values seen are below a bound. */
    int below(long bound) {
        int at = place(bound);
        return at < size ? before[at] : total;
    }

    /** Returns whether a value from {@code low} on and below {@code high} was seen. */
    boolean hasIn(long low, long high) {
        int at = place(low);
        return at < size && values[at] < high;
    }

    /** Returns the lowest value seen that is not below {@code low}; there must be one. */
    long from(long low) {
        return values[place(low)];
    }

    private int place(long bound) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (values[middle] < bound) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns how often the newest value was followed by a value that is remembered. */
    int exits() {
        return id < 0 ? 0 : exits[id];
    }

    /** Returns how often the newest value was followed by a value below the bound. */
    int followersBelow(long bound) {
        int count = 0;
        int at = id * SUCCESSORS;
        for (int i = at; i < at + SUCCESSORS; i++) {
            count += following[i] < bound ? followed[i] : 0;
        }
        return count;
    }

    /** Remembers a value that followed the newest one. */
    void add(long value) {
        if (id >= 0) {
            addFollower(value);
        }
        int at = place(value);
        if (at == size || values[at] != value) {
            if (size == MOST_VALUES) {
                id = -1;
                return;
            }
            insert(at, value);
        }
        total++;
        for (int i = at + 1; i < size; i++) {
            before[i]++;
        }
        id = ids[at];
    }

    private void insert(int at, long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
            before = Arrays.copyOf(before, size * 2);
            ids = Arrays.copyOf(ids, size * 2);
            exits = Arrays.copyOf(exits, size * 2);
            following = Arrays.copyOf(following, size * 2 * SUCCESSORS);
            followed = Arrays.copyOf(followed, size * 2 * SUCCESSORS);
        }
        System.arraycopy(values, at, values, at + 1, size - at);
        System.arraycopy(before, at, before, at + 1, size - at);
        System.arraycopy(ids, at, ids, at + 1, size - at);
        values[at] = value;
        before[at] = at < size ? before[at + 1] : total;
        ids[at] = size;
        size++;
    }

    private void addFollower(long value) {
        int at = id * SUCCESSORS;
        int rarest = at;
        for (int i = at; i < at + SUCCESSORS; i++) {
            if (followed[i] > 0 && following[i] == value) {
                followed[i]++;
                exits[id]++;
                return;
            }
            if (followed[i] < followed[rarest]) {
                rarest = i;
            }
        }
        exits[id] += 1 - followed[rarest];
        following[rarest] = value;
        followed[rarest] = 1;
    }
}
