package dev.varve.engine.rocksdb.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.RandomValues;
import dev.varve.testkit.random.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ItemCodecTest {

    private static final Value[] KEYS = {Value.of("p1"), Num.of(42)};

    private final List<String> recorded = new ArrayList<>();
    private final Names names = new Names(List.of(), (number, name) -> {
        assertThat(number).isEqualTo(recorded.size());
        recorded.add(name);
    });
    private final ItemCodec codec = new ItemCodec(names, layout());

    static KeyLayout layout() {
        return KeyLayout.ofTable(
                1, new KeySchema(new KeyAttribute("pk", ValueType.TEXT), new KeyAttribute("sk", ValueType.NUMBER)));
    }

    @Test
    void randomItemsAreReadBackWithTheirSize() {
        Seeds.run(50, seed -> {
            Draw draw = new Draw(seed);
            for (int i = 0; i < 50; i++) {
                Item item = RandomValues.item(draw, 8).with("pk", KEYS[0]).with("sk", KEYS[1]);
                Item back = codec.read(new ByteReader(bytes(item)), KEYS);
                assertThat(back).isEqualTo(item);
                assertThat(back.size()).isEqualTo(item.size());
                assertThat(bytes(back)).isEqualTo(bytes(item));
            }
        });
    }

    @Test
    void keyAttributesAreNotInTheBytes() {
        bytes(Item.of("pk", "p1", "sk", 42, "level", "ok"));
        assertThat(recorded).containsExactly("level");
    }

    @Test
    void namesAreRecordedOnce() {
        bytes(Item.of("pk", "p1", "sk", 42, "a", 1, "b", 2));
        bytes(Item.of("pk", "p1", "sk", 42, "b", 3, "c", 4));
        assertThat(recorded).containsExactly("a", "b", "c");
    }

    @Test
    void namesBeyondTheLimitAreStoredAsText() {
        Item full = Item.of("pk", "p1", "sk", 42, "late", 1);
        List<String> many = new ArrayList<>();
        for (int i = 0; i < Names.MAX_NAMES; i++) {
            many.add("n" + i);
        }
        ItemCodec crowded = new ItemCodec(
                new Names(many, (number, name) -> {
                    throw new AssertionError("unexpected name " + name);
                }),
                layout());
        ByteWriter out = new ByteWriter(16);
        crowded.write(out, full);
        assertThat(crowded.read(new ByteReader(out.toBytes()), KEYS)).isEqualTo(full);
        assertThat(new String(out.toBytes(), StandardCharsets.ISO_8859_1)).contains("late");
    }

    @Test
    void longNamesAreStoredAsText() {
        Item item = Item.of("pk", "p1", "sk", 42, "x".repeat(Names.MAX_NAME_BYTES + 1), 1);
        assertThat(codec.read(new ByteReader(bytes(item)), KEYS)).isEqualTo(item);
        assertThat(recorded).isEmpty();
    }

    @Test
    void rowsOfOneShapeShareTheirNames() {
        Item a = codec.read(new ByteReader(bytes(Item.of("pk", "p1", "sk", 42, "t", 21.5, "h", 40))), KEYS);
        Item b = codec.read(new ByteReader(bytes(Item.of("pk", "p1", "sk", 42, "t", 22.5, "h", 41))), KEYS);
        assertThat(a.nameAt(0)).isSameAs(b.nameAt(0));
    }

    private byte[] bytes(Item item) {
        ByteWriter out = new ByteWriter(4);
        codec.write(out, item);
        return out.toBytes();
    }
}
