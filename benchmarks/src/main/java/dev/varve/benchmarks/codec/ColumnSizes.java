package dev.varve.benchmarks.codec;

import dev.varve.block.internal.BlockReader;
import dev.varve.block.internal.stream.Effort;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Mean bytes per value of one column, cut into full chunks of a number of points. What is left at the end is coded and
 * compared too, but does not count.
 */
final class ColumnSizes {

    private static final List<BlockCodec> OWN = List.of(new BlockCodec(Effort.DENSE), new BlockCodec(Effort.FAST));

    private ColumnSizes() {}

    /** A value that did not come back. */
    static final class NotLossless extends Exception {
        private static final long serialVersionUID = 1L;

        NotLossless(String message) {
            super(message);
        }
    }

    /** Measures Varve's codecs; throws at the first value that does not come back bit for bit. */
    static Map<String, Double> own(String name, double[] values, int points) throws Exception {
        Map<String, Double> sizes = new LinkedHashMap<>();
        for (BlockCodec codec : OWN) {
            long bytes = 0;
            for (int from = 0; from < values.length; from += points) {
                double[] chunk = Arrays.copyOfRange(values, from, Math.min(values.length, from + points));
                byte[] block = codec.encode(chunk);
                int wrong = firstDifference(chunk, codec.decode(block, chunk.length));
                if (wrong >= 0) {
                    throw new NotLossless(
                            "%s, %s, value %s does not come back".formatted(name, codec.name(), from + wrong));
                }
                bytes += chunk.length == points ? BlockCodec.valueBytes(block, points) : 0;
            }
            sizes.put(codec.name(), mean(bytes, values.length, points));
        }
        return sizes;
    }

    /** Measures clocks. */
    static Map<String, Double> times(String name, long[] times, int points) throws NotLossless {
        Map<String, Double> sizes = new LinkedHashMap<>();
        for (BlockCodec codec : OWN) {
            long bytes = 0;
            for (int from = 0; from < times.length; from += points) {
                long[] chunk = Arrays.copyOfRange(times, from, Math.min(times.length, from + points));
                byte[] block = codec.times(chunk);
                if (!Arrays.equals(chunk, BlockReader.of(block).times())) {
                    throw new NotLossless(
                            "%s, %s, clocks from %s do not come back".formatted(name, codec.name(), from));
                }
                bytes += chunk.length == points ? BlockCodec.timeBytes(block, points) : 0;
            }
            sizes.put(codec.name(), mean(bytes, times.length, points));
        }
        long bytes = 0;
        for (int from = 0; from + points <= times.length; from += points) {
            bytes += Gorilla.encodeTimes(Arrays.copyOfRange(times, from, from + points)).length;
        }
        sizes.put("Gorilla", mean(bytes, times.length, points));
        return sizes;
    }

    /** Measures the references, TsFile only if wanted; one that loses a bit of the column has no size. */
    static Map<String, Double> references(double[] values, int points, boolean isOwn) {
        Map<String, Double> sizes = new LinkedHashMap<>();
        long gorilla = 0;
        long chimp = 0;
        for (int from = 0; from + points <= values.length; from += points) {
            double[] chunk = Arrays.copyOfRange(values, from, from + points);
            gorilla += Gorilla.encode(chunk).length;
            chimp += Chimp.bytes(chunk);
        }
        sizes.put("Gorilla", mean(gorilla, values.length, points));
        sizes.put("Chimp128", mean(chimp, values.length, points));
        for (TsFileCodec codec : isOwn ? List.<TsFileCodec>of() : TsFileCodec.all()) {
            double size = size(codec, values, points);
            if (!Double.isNaN(size)) {
                sizes.merge(codec.name(), size, Math::min);
            }
        }
        return sizes;
    }

    private static double size(TsFileCodec codec, double[] values, int points) {
        long bytes = 0;
        for (int from = 0; from + points <= values.length; from += points) {
            double[] chunk = Arrays.copyOfRange(values, from, from + points);
            try {
                byte[] coded = codec.encode(chunk);
                if (firstDifference(chunk, codec.decode(coded, points)) >= 0) {
                    return Double.NaN;
                }
                bytes += coded.length;
            } catch (Exception e) {
                // The encoding does not take such values.
                return Double.NaN;
            }
        }
        return mean(bytes, values.length, points);
    }

    private static double mean(long bytes, int length, int points) {
        int counted = length / points * points;
        return counted == 0 ? Double.NaN : (double) bytes / counted;
    }

    private static int firstDifference(double[] expected, double[] found) {
        for (int i = 0; i < expected.length; i++) {
            if (Double.doubleToRawLongBits(expected[i]) != Double.doubleToRawLongBits(found[i])) {
                return i;
            }
        }
        return -1;
    }
}
