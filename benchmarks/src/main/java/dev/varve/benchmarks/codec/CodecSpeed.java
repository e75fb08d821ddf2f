package dev.varve.benchmarks.codec;

import dev.varve.block.internal.stream.Effort;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Processor time of Varve's codecs against the plain Gorilla, in turns on the same chunks of 1,000 points. */
final class CodecSpeed {

    private static final int POINTS = 1_000;
    private static final int CHUNKS_PER_COLUMN = 4;

    /** The rounds of the first seconds are the warm-up; compilers need this long, however many rounds that is. */
    private static final long WARM_UP_NANOS = 8_000_000_000L;

    private static final int ROUNDS = 9;

    /** Times of one round in nanoseconds per value. */
    record Times(double encode, double decode) {}

    /** Ratios of speeds: Gorilla's time divided by the codec's, the median of all rounds. */
    record Ratios(double encode, double decode) {}

    /** Runs a codec over all chunks. */
    private interface Work {
        byte[] encode(double[] values) throws Exception;

        double[] decode(byte[] bytes, int count) throws Exception;
    }

    private static final Work GORILLA = new Work() {
        @Override
        public byte[] encode(double[] values) {
            return Gorilla.encode(values);
        }

        @Override
        public double[] decode(byte[] bytes, int count) {
            return Gorilla.decode(bytes, count);
        }
    };

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final List<double[]> chunks = new ArrayList<>();
    private double checksum;

    CodecSpeed(List<DataFile> files) {
        for (DataFile file : files) {
            for (double[] values : file.values()) {
                int step = Math.max(POINTS, values.length / CHUNKS_PER_COLUMN);
                for (int from = 0; from + POINTS <= values.length; from += step) {
                    chunks.add(Arrays.copyOfRange(values, from, from + POINTS));
                }
            }
        }
    }

    Ratios ratios(Effort effort) throws Exception {
        BlockCodec codec = new BlockCodec(effort);
        Work own = new Work() {
            @Override
            public byte[] encode(double[] values) {
                return codec.encode(values);
            }

            @Override
            public double[] decode(byte[] bytes, int count) {
                return codec.decode(bytes, count);
            }
        };
        List<Double> encodes = new ArrayList<>();
        List<Double> decodes = new ArrayList<>();
        long warm = System.nanoTime() + WARM_UP_NANOS;
        while (encodes.size() < ROUNDS) {
            boolean isWarm = System.nanoTime() >= warm;
            Times base = run(GORILLA);
            Times times = run(own);
            if (isWarm) {
                encodes.add(base.encode / times.encode);
                decodes.add(base.decode / times.decode);
            }
        }
        return new Ratios(median(encodes), median(decodes));
    }

    private Times run(Work work) throws Exception {
        List<byte[]> coded = new ArrayList<>();
        long begin = threads.getCurrentThreadCpuTime();
        for (double[] chunk : chunks) {
            coded.add(work.encode(chunk));
        }
        long middle = threads.getCurrentThreadCpuTime();
        for (byte[] bytes : coded) {
            checksum += work.decode(bytes, POINTS)[POINTS / 2];
        }
        long end = threads.getCurrentThreadCpuTime();
        double values = (double) chunks.size() * POINTS;
        return new Times((middle - begin) / values, (end - middle) / values);
    }

    /** Returns a number that depends on every decoded chunk, so that none is left out. */
    double checksum() {
        return checksum;
    }

    private static double median(List<Double> ratios) {
        return ratios.stream().sorted().toList().get(ratios.size() / 2);
    }
}
