package dev.varve.item;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.varve.error.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ItemTest {

    private static final Item READING = Item.of("pk", "DEVICE#1", "level", 3, "data", new byte[] {1});

    @Test
    void attributesAreSortedByName() {
        assertThat(READING.names()).containsExactly("data", "level", "pk");
        assertThat(READING.nameAt(1)).isEqualTo("level");
        assertThat(READING.valueAt(1)).isEqualTo(Num.of(3));
        assertThat(READING.attributeCount()).isEqualTo(3);
        List<String> seen = new ArrayList<>();
        READING.forEach((name, value) -> seen.add(name + "=" + value));
        assertThat(seen).containsExactly("data=0x01", "level=3", "pk=\"DEVICE#1\"");
    }

    @Test
    void valuesAreFoundByName() {
        assertThat(READING.has("pk")).isTrue();
        assertThat(READING.has("sk")).isFalse();
        assertThat(READING.value("sk")).isNull();
        assertThat(READING.find("level")).contains(Num.of(3));
        assertThat(READING.find("sk")).isEmpty();
        assertThat(READING.text("pk")).isEqualTo("DEVICE#1");
        assertThat(READING.number("level")).isEqualTo(Num.of(3));
        assertThat(READING.bytes("data")).isEqualTo(Bytes.of((byte) 1));
    }

    @Test
    void typedAccessRejectsAbsentAttributesAndOtherTypes() {
        assertRejected(() -> READING.text("sk"), "item.attribute", "attribute \"sk\" is absent, not of type TEXT");
        assertRejected(
                () -> READING.text("level"), "item.attribute", "attribute \"level\" is NUMBER 3, not of type TEXT");
        assertRejected(
                () -> READING.number("pk"),
                "item.attribute",
                "attribute \"pk\" is TEXT \"DEVICE#1\", not of type NUMBER");
        assertRejected(
                () -> READING.bytes("level"), "item.attribute", "attribute \"level\" is NUMBER 3, not of type BYTES");
    }

    @Test
    void incompletePairsAreRejected() {
        assertRejected(
                () -> Item.of("pk", "a", "sk"),
                "item.odd-arguments",
                "names and values come in pairs, the last name has no value");
        assertRejected(() -> Item.of("pk", "a", 7, "b"), "item.odd-arguments", "attribute names are texts, 7 is not");
    }

    @Test
    void withReturnsAChangedCopy() {
        assertThat(READING.with("level", 4)).isEqualTo(Item.of("pk", "DEVICE#1", "level", 4, "data", new byte[] {1}));
        assertThat(READING.with("a", true).names()).containsExactly("a", "data", "level", "pk");
        assertThat(READING.with("m", true).names()).containsExactly("data", "level", "m", "pk");
        assertThat(READING.with("z", true).names()).containsExactly("data", "level", "pk", "z");
        assertThat(READING.number("level")).isEqualTo(Num.of(3));
    }

    @Test
    void withoutAndOnlyIgnoreNamesTheItemDoesNotHave() {
        assertThat(READING.without("level", "data", "nothing", "level")).isEqualTo(Item.of("pk", "DEVICE#1"));
        assertThat(READING.only(List.of("pk", "nothing", "pk"))).isEqualTo(Item.of("pk", "DEVICE#1"));
        assertThat(READING.without("nothing")).isSameAs(READING);
        assertThat(READING.only(List.of())).isEqualTo(Item.empty());
    }

    @Test
    void equalRegardlessOfInsertionOrder() {
        Item other = Item.builder()
                .put("data", Bytes.of((byte) 1))
                .put("level", 9)
                .put("pk", "DEVICE#1")
                .put("level", 3.0)
                .build();

        assertThat(other).isEqualTo(READING).hasSameHashCodeAs(READING).hasToString(READING.toString());
        assertThat(Item.builder().putAll(READING).build()).isEqualTo(READING);
        assertThat(READING.without("pk")).isNotEqualTo(READING);
    }

    @Test
    void sizeIsNamesAndValues() {
        assertThat(READING.size()).isEqualTo((2 + 8) + (5 + 2) + (4 + 1));
        assertThat(Item.of("é", "é").size()).isEqualTo(4);
        assertThat(Item.empty().size()).isZero();
        assertThat(Item.empty().isEmpty()).isTrue();
    }

    @Test
    void theMapViewReadsTheItem() {
        Map<String, Value> map = READING.asMap();

        assertThat(map).hasSize(3).containsEntry("level", Num.of(3)).doesNotContainKey("sk");
        assertThat(Item.of(map)).isEqualTo(READING);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> map.put("a", Value.of("b")));
        assertThatExceptionOfType(NoSuchElementException.class)
                .isThrownBy(() -> Item.empty().asMap().entrySet().iterator().next());
    }

    @Test
    void builderKeepsTheLastValueOfEachNameInAnyOrder() {
        Seeded.runs(200, random -> {
            Item.Builder builder = Item.builder();
            Map<String, Value> expected = new TreeMap<>();
            for (int i = random.nextInt(40); i > 0; i--) {
                String name = "n" + random.nextInt(30);
                if (random.nextInt(8) == 0) {
                    Item some = Item.of(name, i, "n" + random.nextInt(30), "some");
                    builder.putAll(some);
                    expected.putAll(some.asMap());
                } else {
                    builder.put(name, i);
                    expected.put(name, Num.of(i));
                }
            }
            Item built = builder.build();
            builder.put("n0", "later").put("zz", "later");
            assertThat(built).isEqualTo(Item.of(expected));
        });
    }
}
