package dev.varve.proofs.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.varve.block.internal.Block;
import dev.varve.block.internal.BlockEncoder;
import dev.varve.block.internal.BlockReader;
import dev.varve.block.internal.Column;
import dev.varve.block.internal.JoinedBlock;
import dev.varve.block.internal.Presence;
import dev.varve.block.internal.stream.Effort;
import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.key.Tick;
import dev.varve.testkit.random.Draw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Fuzzes blocks, single and joined: each character of a text is a byte. Damaged blocks get a right checksum, so that the decoder sees the damage.
 */
final class BlockTarget implements FuzzTarget {

    private static final int CHECKSUM_BYTES = 4;

    @Override
    public String name() {
        return "block";
    }

    @Override
    public Trial<?> draw(Draw draw) {
        Tick tick = draw.oneOf(Tick.SECONDS, Tick.MILLIS, Tick.NANOS);
        List<Block> blocks = new ArrayList<>();
        long time = draw.below(2_000_000_000);
        boolean isJoined = draw.chance(50);
        for (int i = isJoined ? draw.between(1, 6) : 1; i > 0; i--) {
            Block block = block(draw, tick, time);
            blocks.add(block);
            time = block.times()[block.times().length - 1] + 1 + draw.below(10_000_000);
        }
        byte[] bytes = isJoined
                ? JoinedBlock.encode(blocks)
                : BlockEncoder.of(draw.oneOf(Effort.DENSE, Effort.FAST)).encode(blocks.get(0));
        return new Trial<>(new String(bytes, ISO_8859_1), BlockTarget::read, digest(blocks));
    }

    private static Block block(Draw draw, Tick tick, long first) {
        int size = draw.between(1, 120);
        long[] times = new long[size];
        long time = first;
        int jitter = draw.oneOf(1, 40);
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            times[i] = time;
            time += 60_000 + draw.below(jitter);
        }
        columns.add(new Column.Doubles("t", Presence.all(size), doubles(draw, size)));
        if (draw.chance(50)) {
            String[] texts = new String[size];
            Arrays.setAll(texts, i -> draw.oneOf("ok", "überhitzt", ""));
            columns.add(new Column.Texts("s", Presence.all(size), texts));
        }
        return new Block(tick, times, columns);
    }

    private static double[] doubles(Draw draw, int size) {
        double[] values = new double[size];
        int kind = draw.below(5);
        long level = draw.below(100_000);
        for (int i = 0; i < size; i++) {
            level += draw.between(-20, 20);
            values[i] = switch (kind) {
                case 0 -> level / 100.0;
                case 1 -> (double) (float) (level / 10.0);
                case 2 -> level / 1_200.0;
                case 3 -> Double.longBitsToDouble(draw.nextLong());
                default -> draw.chance(5) ? Double.NaN : level * 0.1;
            };
        }
        return values;
    }

    private static Long read(String text) {
        byte[] bytes = new byte[text.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) text.charAt(i);
        }
        int end = bytes.length - CHECKSUM_BYTES;
        if (end > 0) {
            CRC32C checksum = new CRC32C();
            checksum.update(bytes, 0, end);
            for (int i = 0; i < CHECKSUM_BYTES; i++) {
                bytes[end + i] = (byte) (checksum.getValue() >>> (8 * i));
            }
        }
        try {
            return digest(
                    JoinedBlock.isJoined(bytes)
                            ? JoinedBlock.open(bytes).stream()
                                    .map(BlockReader::block)
                                    .toList()
                            : List.of(BlockReader.of(bytes).block()));
        } catch (CorruptData e) {
            throw new Rejected("block", String.valueOf(e.getMessage()));
        }
    }

    private static Long digest(List<Block> blocks) {
        return blocks.stream().mapToLong(BlockTarget::digest).reduce(0, (all, one) -> all * 31 + one);
    }

    /** Returns a number that differs, in all likelihood, if any bit of the block does. */
    private static Long digest(Block block) {
        long digest = Arrays.hashCode(block.times()) * 31L + block.tick().name().hashCode();
        for (Column column : block.columns()) {
            digest = digest * 1_000_003
                    + column.name().hashCode()
                    + column.presence().hashCode();
            if (column instanceof Column.Doubles doubles) {
                for (double value : doubles.values()) {
                    digest = digest * 1_000_003 + Double.doubleToRawLongBits(value);
                }
            } else if (column instanceof Column.Longs longs) {
                digest = digest * 31 + Arrays.hashCode(longs.values());
            } else if (column instanceof Column.Booleans booleans) {
                digest = digest * 31 + Arrays.hashCode(booleans.values());
            } else if (column instanceof Column.Texts texts) {
                digest = digest * 31 + Arrays.hashCode(texts.values());
            }
        }
        return digest;
    }
}
