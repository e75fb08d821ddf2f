package dev.varve.block.internal;

import dev.varve.key.Tick;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes a block of arrays that have one place for each event and may be longer than the block, as those are that readings are
 * collected in. Nothing is boxed; arrays that fit are used as they are and must not change before the block is encoded.
 *
 * <p>A bitmap says which events have a value: bit {@code i & 63} of word {@code i >> 6} stands for event i. Words that are missing
 * have no bits; bits after the last event are ignored.
 */
public final class BlockBuilder {

    private final Tick tick;
    private final long[] clocks;
    private final int count;
    private final Presence all;
    private final List<Column> columns = new ArrayList<>();

    private BlockBuilder(Tick tick, long[] clocks, int count) {
        this.tick = tick;
        this.clocks = clocks.length == count ? clocks : Arrays.copyOf(clocks, count);
        this.count = count;
        this.all = Presence.all(count);
    }

    /** Begins a block of the first {@code count} clocks, in ticks. */
    public static BlockBuilder of(Tick tick, long[] clocks, int count) {
        if (count < 1 || count > clocks.length) {
            throw new IllegalArgumentException("%s events of %s clocks".formatted(count, clocks.length));
        }
        return new BlockBuilder(tick, clocks, count);
    }

    /** Adds a column in which every event has a value. */
    public BlockBuilder doubles(String name, double[] values) {
        check(name, values.length);
        columns.add(new Column.Doubles(name, all, values.length == count ? values : Arrays.copyOf(values, count)));
        return this;
    }

    /** Adds a column in which the events of the bitmap have a value. */
    public BlockBuilder doubles(String name, double[] values, long[] present) {
        Presence presence = Presence.ofWords(count, present);
        if (presence.isAll()) {
            return doubles(name, values);
        }
        check(name, values.length);
        double[] some = new double[presence.count()];
        int size = 0;
        for (int i = presence.next(0); i >= 0; i = presence.next(i + 1)) {
            some[size++] = values[i];
        }
        columns.add(new Column.Doubles(name, presence, some));
        return this;
    }

    /** Adds a column in which every event has a value. */
    public BlockBuilder longs(String name, long[] values) {
        check(name, values.length);
        columns.add(new Column.Longs(name, all, values.length == count ? values : Arrays.copyOf(values, count)));
        return this;
    }

    /** Adds a column in which the events of the bitmap have a value. */
    public BlockBuilder longs(String name, long[] values, long[] present) {
        Presence presence = Presence.ofWords(count, present);
        if (presence.isAll()) {
            return longs(name, values);
        }
        check(name, values.length);
        long[] some = new long[presence.count()];
        int size = 0;
        for (int i = presence.next(0); i >= 0; i = presence.next(i + 1)) {
            some[size++] = values[i];
        }
        columns.add(new Column.Longs(name, presence, some));
        return this;
    }

    /** Adds a column in which the events of the bitmap have a value. */
    public BlockBuilder booleans(String name, boolean[] values, long[] present) {
        check(name, values.length);
        Presence presence = Presence.ofWords(count, present);
        boolean[] some = new boolean[presence.count()];
        int size = 0;
        for (int i = presence.next(0); i >= 0; i = presence.next(i + 1)) {
            some[size++] = values[i];
        }
        columns.add(new Column.Booleans(name, presence, some));
        return this;
    }

    /** Adds a column in which the events of the bitmap have a value. */
    public BlockBuilder texts(String name, String[] values, long[] present) {
        check(name, values.length);
        Presence presence = Presence.ofWords(count, present);
        String[] some = new String[presence.count()];
        int size = 0;
        for (int i = presence.next(0); i >= 0; i = presence.next(i + 1)) {
            some[size++] = values[i];
        }
        columns.add(new Column.Texts(name, presence, some));
        return this;
    }

    private void check(String name, int length) {
        if (length < count) {
            throw new IllegalArgumentException("column %s has %s places for %s events".formatted(name, length, count));
        }
    }

    public Block build() {
        return new Block(tick, clocks, columns);
    }
}
