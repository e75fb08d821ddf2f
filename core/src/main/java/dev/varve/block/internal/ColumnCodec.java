package dev.varve.block.internal;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.bytes.ByteWriter;
import dev.varve.block.internal.number.DecimalFit;
import dev.varve.block.internal.number.DoubleValues;
import dev.varve.block.internal.stream.ColumnReader;
import dev.varve.block.internal.stream.ColumnWriter;
import dev.varve.block.internal.stream.Effort;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Codes one column: which events have a value, and the values. */
final class ColumnCodec {

    /** A coded column and its summary, which is empty for texts and for columns without a value. */
    @SuppressWarnings("ArrayRecordComponent") // Both go straight into a block.
    record Coded(byte[] values, byte[] summary) {}

    /** Whether a summary is written. */
    enum Summary {
        WRITTEN,
        LEFT_OUT
    }

    private ColumnCodec() {}

    static Coded encode(Column column, Effort effort, Summary wanted) {
        ColumnWriter out = effort.writer();
        if (column.length() == 0) {
            return new Coded(new byte[0], new byte[0]);
        }
        if (!column.presence().isAll()) {
            column.presence().write(out);
        }
        ByteWriter summary = new ByteWriter();
        if (column instanceof Column.Doubles doubles) {
            @Nullable DecimalFit fit = DoubleValues.encode(doubles.values(), out);
            if (wanted == Summary.WRITTEN) {
                Summaries.write(doubles.values(), fit, summary);
            }
        } else if (column instanceof Column.Longs longs) {
            out.longs(longs.values());
            if (wanted == Summary.WRITTEN) {
                Summaries.writeExact(longs.values(), 0, summary);
            }
        } else if (column instanceof Column.Booleans booleans) {
            long[] flags = flags(booleans.values());
            out.longs(flags);
            if (wanted == Summary.WRITTEN) {
                Summaries.writeExact(flags, 0, summary);
            }
        } else if (column instanceof Column.Texts texts) {
            TextValues.encode(texts.values(), out);
        }
        return new Coded(out.finish(), summary.toBytes());
    }

    private static long[] flags(boolean[] values) {
        long[] flags = new long[values.length];
        for (int i = 0; i < flags.length; i++) {
            flags[i] = values[i] ? 1 : 0;
        }
        return flags;
    }

    /** Reads a column of which {@code count} of {@code size} events have a value. */
    static Column decode(ColumnHead head, int size, ByteReader bytes) {
        int count = head.count();
        if (count == 0) {
            bytes.requireEnd();
            return empty(head, Presence.of(size, new BitSet()));
        }
        ColumnReader in = head.effort().reader(bytes);
        Presence presence = count == size ? Presence.all(size) : Presence.read(size, count, in);
        Column column = switch (head.type()) {
            case DOUBLE -> new Column.Doubles(head.name(), presence, DoubleValues.decode(count, in));
            case LONG -> new Column.Longs(head.name(), presence, in.longs(count));
            case BOOLEAN -> new Column.Booleans(head.name(), presence, booleans(in.longs(count)));
            case TEXT -> new Column.Texts(head.name(), presence, TextValues.decode(count, in));
        };
        in.requireEnd();
        return column;
    }

    private static Column empty(ColumnHead head, Presence none) {
        return switch (head.type()) {
            case DOUBLE -> new Column.Doubles(head.name(), none, new double[0]);
            case LONG -> new Column.Longs(head.name(), none, new long[0]);
            case BOOLEAN -> new Column.Booleans(head.name(), none, new boolean[0]);
            case TEXT -> new Column.Texts(head.name(), none, new String[0]);
        };
    }

    private static boolean[] booleans(long[] flags) {
        boolean[] values = new boolean[flags.length];
        for (int i = 0; i < values.length; i++) {
            if (flags[i] != 0 && flags[i] != 1) {
                throw ByteReader.corrupt("%s is neither true nor false".formatted(flags[i]));
            }
            values[i] = flags[i] == 1;
        }
        return values;
    }
}
