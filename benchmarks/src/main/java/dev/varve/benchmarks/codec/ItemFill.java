package dev.varve.benchmarks.codec;

import dev.varve.block.internal.Block;
import dev.varve.block.internal.BlockEncoder;
import dev.varve.block.internal.Column;
import dev.varve.block.internal.Presence;
import dev.varve.block.internal.stream.Effort;
import dev.varve.key.Tick;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many readings of three fields fit into 1,024 bytes as one block, with its header, names and checksum: the mean of
 * several beginnings. The key of the item is not counted.
 */
final class ItemFill {

    private static final int BYTES = 1_024;
    private static final int FIELDS = 3;
    private static final int BEGINNINGS = 4;

    private ItemFill() {}

    static boolean suits(DataFile file) {
        return file.columns().size() >= FIELDS;
    }

    static double readings(DataFile file, BlockEncoder encoder) {
        long sum = 0;
        for (int i = 0; i < BEGINNINGS; i++) {
            sum += from(file, encoder, i * (file.times().length / (BEGINNINGS + 1)));
        }
        return (double) sum / BEGINNINGS;
    }

    static double readings(DataFile file) {
        return readings(file, BlockEncoder.of(Effort.DENSE).withoutSummaries());
    }

    private static int from(DataFile file, BlockEncoder encoder, int begin) {
        int fits = 1;
        int tooMany = Math.min(file.times().length - begin, Block.MAX_EVENTS) + 1;
        while (tooMany - fits > 1) {
            int middle = (fits + tooMany) / 2;
            if (bytes(file, encoder, begin, middle) <= BYTES) {
                fits = middle;
            } else {
                tooMany = middle;
            }
        }
        return fits;
    }

    private static int bytes(DataFile file, BlockEncoder encoder, int begin, int count) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < FIELDS; i++) {
            double[] values = Arrays.copyOfRange(file.values()[i], begin, begin + count);
            columns.add(new Column.Doubles(file.columns().get(i), Presence.all(count), values));
        }
        long[] times = Arrays.copyOfRange(file.times(), begin, begin + count);
        return encoder.encode(new Block(Tick.MILLIS, times, columns)).length;
    }
}
