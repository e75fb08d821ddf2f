package dev.varve.block.internal;

import dev.varve.key.Tick;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;

/** Draws blocks of all kinds: what sensors send, what programs compute, and what nobody expects. */
final class BlockDraw {

    private static final double[] ODD = {
        0.0,
        -0.0,
        Double.NaN,
        Double.longBitsToDouble(0x7FF0000000000001L),
        Double.longBitsToDouble(0xFFF8123456789ABCL),
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        -Double.MIN_NORMAL,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        9007199254740994.0,
        1e22,
        0.1 + 0.2
    };

    private final RandomGenerator random;

    BlockDraw(RandomGenerator random) {
        this.random = random;
    }

    Block block() {
        int size = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1 + random.nextInt(400);
        List<Column> columns = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            columns.add(column("c" + i, size));
        }
        Tick[] ticks = Tick.values();
        return new Block(ticks[random.nextInt(ticks.length)], times(size), columns);
    }

    long[] times(int size) {
        long[] times = new long[size];
        int kind = random.nextInt(6);
        long time = kind == 5 ? random.nextLong() : 1_700_000_000_000L + random.nextInt();
        long step = 1L + random.nextInt(100_000);
        for (int i = 0; i < size; i++) {
            times[i] = time;
            time += switch (kind) {
                case 0 -> step;
                case 1 -> step * (random.nextInt(10) == 0 ? random.nextInt(50) : 1);
                case 2 -> random.nextInt(1_000);
                case 3 -> 60_000 + random.nextInt(80) - 40;
                case 4 -> random.nextInt(2_000) - 1_000;
                default -> random.nextLong();
            };
        }
        return times;
    }

    Column column(String name, int size) {
        Presence presence = presence(size);
        int count = presence.count();
        return switch (random.nextInt(7)) {
            case 0 -> new Column.Longs(name, presence, longs(count));
            case 1 -> {
                boolean[] values = new boolean[count];
                int rarity = 1 + random.nextInt(20);
                for (int i = 0; i < count; i++) {
                    values[i] = random.nextInt(rarity) == 0;
                }
                yield new Column.Booleans(name, presence, values);
            }
            case 2 -> {
                String[] values = new String[count];
                String[] words = {"", "ok", "überhitzt", "\uD83D\uDD25 hot", "a".repeat(random.nextInt(300))};
                for (int i = 0; i < count; i++) {
                    values[i] = words[random.nextInt(words.length)];
                }
                yield new Column.Texts(name, presence, values);
            }
            default -> new Column.Doubles(name, presence, doubles(count));
        };
    }

    private Presence presence(int size) {
        if (random.nextInt(3) > 0) {
            return Presence.all(size);
        }
        BitSet present = new BitSet(size);
        int rarity = random.nextInt(11);
        for (int i = 0; i < size; i++) {
            present.set(i, random.nextInt(10) < rarity);
        }
        return Presence.of(size, present);
    }

    long[] longs(int count) {
        long[] values = new long[count];
        int kind = random.nextInt(6);
        long value = random.nextInt(1_000);
        for (int i = 0; i < count; i++) {
            value = switch (kind) {
                case 0 -> value + random.nextInt(9) - 4;
                case 1 -> random.nextLong();
                case 2 -> random.nextInt(5) == 0 ? random.nextLong() : i;
                case 3 -> random.nextInt(3) * 1_000_003L;
                case 4 -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
                default -> value;
            };
            values[i] = value;
        }
        return values;
    }

    double[] doubles(int count) {
        double[] values = new double[count];
        int kind = random.nextInt(12);
        int digits = random.nextInt(6);
        double power = Math.pow(10, digits);
        long level = random.nextInt(100_000);
        double sum = random.nextDouble() * 100;
        for (int i = 0; i < count; i++) {
            level += random.nextInt(21) - 10;
            sum += random.nextGaussian();
            values[i] = switch (kind) {
                case 0, 1 -> level / power;
                case 2 -> (double) (float) (level / power);
                case 3 -> level / power / 12;
                case 4 ->
                    new BigDecimal(level / 30.0).round(new MathContext(15)).doubleValue();
                case 5 -> sum;
                case 6 -> Double.longBitsToDouble(random.nextLong());
                case 7 -> random.nextInt(8) == 0 ? ODD[random.nextInt(ODD.length)] : level / power;
                case 8 -> ODD[random.nextInt(ODD.length)];
                case 9 -> random.nextInt(4) * 0.7 + 0.1;
                case 10 -> random.nextInt(40) == 0 ? ODD[random.nextInt(ODD.length)] : level / power + 0.1 + 0.2;
                default -> random.nextDouble();
            };
        }
        return values;
    }

    /** Writes everything that a block says, to the bit. */
    static String text(Block block) {
        StringBuilder text = new StringBuilder(block.tick() + Arrays.toString(block.times()));
        for (Column column : block.columns()) {
            text.append('\n').append(column.name());
            for (int i = 0; i < column.presence().size(); i++) {
                text.append(column.presence().at(i) ? '1' : '0');
            }
            if (column instanceof Column.Doubles doubles) {
                for (double value : doubles.values()) {
                    text.append(' ').append(Long.toHexString(Double.doubleToRawLongBits(value)));
                }
            } else if (column instanceof Column.Longs longs) {
                text.append(Arrays.toString(longs.values()));
            } else if (column instanceof Column.Booleans booleans) {
                text.append(Arrays.toString(booleans.values()));
            } else if (column instanceof Column.Texts texts) {
                text.append(Arrays.toString(texts.values()));
            }
        }
        return text.toString();
    }
}
