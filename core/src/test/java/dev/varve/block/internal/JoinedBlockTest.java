package dev.varve.block.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.CorruptData;
import dev.varve.error.Seeded;
import dev.varve.key.Tick;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class JoinedBlockTest {

    private static final String GOLDEN =
            "0201030576616c75650005666c61673f02056e6f74652403031480fc86b3b567c0948b01001900001480bab703080919"
                    + "140a2b0100c7948b0100070000020603408bb95257dbc49210210d4c20f7557ebfa8020603408bb95257dbc492100001"
                    + "9698168e419608041161de3132b7acd254cad19afaf08bf94d377a600002aa265445e3";

    /** Three hours: minutes without a gap, minutes with some, and a single event. */
    private static List<Block> sample() {
        List<Block> blocks = new ArrayList<>();
        for (int hour = 0; hour < 3; hour++) {
            int size = hour == 2 ? 1 : 20;
            long[] times = new long[size];
            double[] values = new double[size];
            boolean[] flags = new boolean[size / 2];
            String[] texts = new String[size];
            BitSet even = new BitSet();
            for (int i = 0; i < size; i++) {
                times[i] = 1_776_693_600_000L + hour * 3_600_000L + i * 60_000L + (hour == 1 ? i * i % 7 : 0);
                values[i] = (2_100 + i * 37 % 11) / 100.0;
                texts[i] = i % 9 == 0 ? "überhitzt" : "ok";
                if (i % 2 == 1) {
                    even.set(i);
                    flags[i / 2] = i % 3 == 0;
                }
            }
            Presence all = Presence.all(size);
            List<Column> columns = new ArrayList<>(List.of(new Column.Doubles("value", all, values)));
            if (hour == 1) {
                columns.add(new Column.Booleans("flag?", Presence.of(size, even), flags));
                columns.add(new Column.Texts("note$", all, texts));
            }
            blocks.add(new Block(Tick.MILLIS, times, columns));
        }
        return blocks;
    }

    private static List<String> texts(List<Block> blocks) {
        return blocks.stream().map(BlockDraw::text).toList();
    }

    private static List<Block> read(byte[] bytes) {
        return JoinedBlock.open(bytes).stream().map(BlockReader::block).toList();
    }

    @Test
    void goldenBytesAreReadAndWritten() {
        assertThat(texts(read(HexFormat.of().parseHex(GOLDEN)))).isEqualTo(texts(sample()));
        assertThat(HexFormat.of().formatHex(JoinedBlock.encode(sample()))).isEqualTo(GOLDEN);
    }

    /** Draws blocks that follow each other; a name has one type. */
    private static List<Block> drawn(RandomGenerator random) {
        List<Block> blocks = new ArrayList<>();
        BlockDraw draw = new BlockDraw(random);
        Tick tick = List.of(Tick.values()).get(random.nextInt(3));
        long time = random.nextInt();
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
            Block drawn = draw.block();
            long[] times = new long[drawn.times().length];
            for (int event = 0; event < times.length; event++) {
                times[event] = time;
                time += 1 + (random.nextBoolean() ? 59 : random.nextInt(1_000));
            }
            List<Column> columns = new ArrayList<>();
            for (Column column : drawn.columns()) {
                columns.add(renamed(column));
            }
            blocks.add(new Block(tick, times, columns));
        }
        return blocks;
    }

    private static Column renamed(Column column) {
        if (column instanceof Column.Doubles doubles) {
            return new Column.Doubles(column.name() + "#", column.presence(), doubles.values());
        } else if (column instanceof Column.Longs longs) {
            return new Column.Longs(column.name() + "l", column.presence(), longs.values());
        } else if (column instanceof Column.Booleans booleans) {
            return new Column.Booleans(column.name() + "?", column.presence(), booleans.values());
        }
        return new Column.Texts(column.name() + "$", column.presence(), ((Column.Texts) column).values());
    }

    /** Returns a block without its columns that have no value, in the order of their names. */
    private static String shown(Block block) {
        List<Column> columns = new ArrayList<>(block.columns());
        columns.removeIf(column -> column.length() == 0);
        columns.sort((one, other) -> one.name().compareTo(other.name()));
        return BlockDraw.text(new Block(block.tick(), block.times(), columns));
    }

    @Test
    void anyBlocksComeBackToTheBit() {
        Seeded.runs(150, random -> {
            List<Block> blocks = drawn(random);
            byte[] bytes = JoinedBlock.encode(blocks);
            List<BlockReader> readers = JoinedBlock.open(bytes);
            assertThat(readers).hasSize(blocks.size());
            int any = random.nextInt(blocks.size());
            assertThat(shown(readers.get(any).block())).isEqualTo(shown(blocks.get(any)));
            assertThat(readers.stream().map(reader -> shown(reader.block())).toList())
                    .isEqualTo(blocks.stream().map(JoinedBlockTest::shown).toList());
            for (int i = 0; i < blocks.size(); i++) {
                BlockReader again = JoinedBlock.open(JoinedBlock.encode(List.of(blocks.get(i))))
                        .get(0);
                assertThat(again.hasSameCode(readers.get(i))).isTrue();
                assertThat(again.hasSameCode(readers.get((i + 1) % blocks.size())))
                        .isEqualTo(blocks.size() == 1);
            }
        });
    }

    @Test
    void everyFlippedBitAndMissingEndIsFound() {
        byte[] good = JoinedBlock.encode(sample());
        for (int bit = 0; bit < good.length * 8; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> JoinedBlock.open(bad)).isInstanceOf(CorruptData.class);
        }
        for (int length = 0; length < good.length; length++) {
            byte[] bad = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> JoinedBlock.open(bad)).isInstanceOf(CorruptData.class);
        }
    }

    /** With a right checksum, damaged bytes are other blocks or none; nothing else happens. */
    @Test
    void craftedBytesAreReadOrRefused() {
        Seeded.runs(700, random -> {
            byte[] bytes = JoinedBlock.encode(random.nextBoolean() ? sample() : drawn(random));
            byte[] bad = random.nextInt(8) == 0 ? Arrays.copyOf(bytes, 6 + random.nextInt(bytes.length)) : bytes;
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                int most = random.nextBoolean() ? Math.min(90, bad.length) : bad.length;
                bad[1 + random.nextInt(most - 1)] = (byte) random.nextInt();
            }
            int end = bad.length - BlockEncoder.CHECKSUM_BYTES;
            long checksum = BlockEncoder.checksum(bad, end);
            for (int i = 0; i < BlockEncoder.CHECKSUM_BYTES; i++) {
                bad[end + i] = (byte) (checksum >>> (8 * i));
            }
            try {
                read(bad);
            } catch (CorruptData expected) {
                assertThat(expected.getMessage()).isNotBlank();
            }
        });
    }

    @Test
    void blocksThatDoNotFollowEachOtherAreRefused() {
        List<Block> blocks = sample();
        assertThatThrownBy(() -> JoinedBlock.encode(List.of(blocks.get(1), blocks.get(0))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the blocks do not follow each other");
        assertThatThrownBy(() -> JoinedBlock.encode(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
