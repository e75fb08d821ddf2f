package dev.varve.engine.rocksdb.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.CorruptData;
import dev.varve.feed.Change.Cause;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.RandomValues;
import dev.varve.testkit.random.Seeds;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** For any bytes, a decoder returns a value that could have been written, or throws {@link CorruptData}. */
class DecoderFuzzTest {

    private static final Value[] KEYS = {Value.of("p1"), Num.of(42)};
    private static final int MUTATIONS = 400;

    private final ItemCodec codec =
            new ItemCodec(new Names(List.of("a1", "a2", "a3", "a4"), (number, name) -> {}), ItemCodecTest.layout());

    @Test
    void anyBytesAreAnItemOrCorrupt() {
        Seeds.run(10, seed -> {
            Draw draw = new Draw(seed);
            ByteWriter out = new ByteWriter(64);
            codec.write(out, RandomValues.item(draw, 8).with("pk", KEYS[0]).with("sk", KEYS[1]));
            fuzz(draw, out.toBytes(), bytes -> {
                Item item = codec.read(new ByteReader(bytes), KEYS);
                // Each item has exactly one encoding.
                ByteWriter again = new ByteWriter(64);
                codec.write(again, item);
                if (!Arrays.equals(again.toBytes(), bytes)) {
                    assertThat(codec.read(new ByteReader(again.toBytes()), KEYS))
                            .isEqualTo(item);
                }
            });
        });
    }

    @Test
    void anyBytesAreAKeyOrCorrupt() {
        KeyLayout layout = ItemCodecTest.layout();
        Seeds.run(10, seed -> {
            Draw draw = new Draw(seed);
            byte[] good = layout.row(new Key(Value.of(RandomValues.text(draw)), RandomValues.number(draw)));
            fuzz(draw, good, bytes -> {
                Value[] parts = new Value[2];
                layout.read(new ByteReader(bytes), parts);
                assertThat(layout.row(new Key(parts[0], parts[1]))).isEqualTo(bytes);
            });
        });
    }

    @Test
    void anyBytesAreAJournalKeyOrCorrupt() {
        Seeds.run(10, seed -> {
            Draw draw = new Draw(seed);
            byte[] good = new JournalKeys(draw.below(KeyLayout.MAX_ID), RandomValues.text(draw)).key(draw.nextLong());
            fuzz(draw, good, bytes -> {
                JournalKeys.Place place = JournalKeys.read(new ByteReader(bytes));
                assertThat(new JournalKeys(place.tableId(), place.journal()).key(place.number()))
                        .isEqualTo(bytes);
            });
        });
    }

    @Test
    void anyBytesAreAChangeOrCorrupt() {
        Seeds.run(10, seed -> {
            Draw draw = new Draw(seed);
            ByteWriter out = new ByteWriter(64);
            ByteWriter image = new ByteWriter(4).u16(7);
            Instant at = Instant.ofEpochSecond(draw.nextLong() >> 24, 5);
            ChangeEntry.write(out, Cause.WRITE, at, image.toBytes(), null, image);
            fuzz(draw, out.toBytes(), bytes -> ChangeEntry.read(new ByteReader(bytes)));
        });
    }

    @Test
    void anyBytesAreASchemaOrCorrupt() {
        TableSchema schema =
                TableSchema.named("readings").index("gsi1", "g1", "g2").build();
        ByteWriter out = new ByteWriter(64);
        SchemaBytes.write(out, new SchemaBytes.Numbered(schema, 1, List.of(2)));
        Seeds.run(
                30,
                seed -> fuzz(
                        new Draw(seed), out.toBytes(), bytes -> SchemaBytes.read("readings", new ByteReader(bytes))));
    }

    private static void fuzz(Draw draw, byte[] good, Consumer<byte[]> decode) {
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] bad = mutated(draw, good);
            try {
                decode.accept(bad);
            } catch (CorruptData e) {
                assertThat(e.code()).isEqualTo("rocksdb.damaged");
            }
        }
    }

    private static byte[] mutated(Draw draw, byte[] good) {
        byte[] bad = switch (draw.below(4)) {
            case 0 -> Arrays.copyOf(good, draw.below(good.length + 1));
            case 1 -> Arrays.copyOf(good, good.length + draw.between(1, 5));
            case 2 -> draw.bytes(draw.below(40));
            default -> good.clone();
        };
        for (int i = draw.below(4); i > 0 && bad.length > 0; i--) {
            bad[draw.below(bad.length)] =
                    draw.oneOf(0, 1, 0x7F, 0x80, 0xFF, draw.below(256)).byteValue();
        }
        return bad;
    }
}
