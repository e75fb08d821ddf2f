package dev.varve.key.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Refusals;
import dev.varve.error.Seeded;
import dev.varve.key.Draw;
import dev.varve.key.NaiveTable;
import dev.varve.key.PartType;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SortableNumberTest {

    private static final int RUNS = 20_000;

    private static final EntityLayout LAST = Layout.entity("P", "LEVEL#{n}", Map.of("n", PartType.NUMBER));
    private static final EntityLayout INNER =
            Layout.entity("P", "{n}#{id}", Map.of("n", PartType.NUMBER, "id", PartType.TEXT));

    @Test
    void textsAreReadable() {
        assertThat(text("42")).isEqualTo("p002:42");
        assertThat(text("0")).isEqualTo("p001:0");
        assertThat(text("-0.00")).isEqualTo("p001:0");
        assertThat(text("0.5")).isEqualTo("p001:0.5");
        assertThat(text("1.500E+2")).isEqualTo("p003:150");
        assertThat(text("22.4")).isEqualTo("p002:22.4");
        assertThat(text("-42")).isEqualTo("n997:57~");
        assertThat(text("-0.5")).isEqualTo("n998:9.4~");
    }

    @Test
    void textsSortLikeNumbersAtTheEndAndInTheMiddleOfAKey() {
        Seeded.runs(RUNS, random -> {
            BigDecimal a = Draw.number(random);
            BigDecimal b = random.nextInt(3) == 0 ? a.add(a.ulp(), new MathContext(38)) : Draw.number(random);
            Parts partsOfA = Parts.of("id", Draw.id(random)).with("n", a);
            Parts partsOfB = Parts.of("id", Draw.id(random)).with("n", b);
            assertThat(order(LAST.write(partsOfA), LAST.write(partsOfB)))
                    .as("%s and %s", a, b)
                    .isEqualTo(a.compareTo(b));
            if (a.compareTo(b) != 0) {
                assertThat(order(INNER.write(partsOfA), INNER.write(partsOfB)))
                        .as("%s and %s", a, b)
                        .isEqualTo(a.compareTo(b));
            }
        });
    }

    @Test
    void numbersAreReadBack() {
        Seeded.runs(RUNS, random -> {
            BigDecimal number = Draw.number(random);
            Parts parts = Parts.of("id", Draw.id(random)).with("n", number);
            assertThat(INNER.parse(INNER.write(parts)).number("n")).isEqualByComparingTo(number);
            assertThat(INNER.parse(INNER.write(parts))).isEqualTo(parts);
        });
    }

    @Test
    void onlyTheCanonicalTextOfANumberIsRead() {
        for (String text : List.of(
                "p002:042",
                "p003:042",
                "p002:42.0",
                "p002:42.",
                "p001:.5",
                "n998:9~",
                "n997:57",
                "p002:42~",
                "42",
                "p002:4a",
                "p002",
                "p999:1",
                "p002:4.2.1",
                "",
                "n",
                "n~",
                "p",
                "p127:1" + "0".repeat(126))) {
            assertThat(SortableNumber.read(text)).as(text).isNull();
        }
    }

    @Test
    void numbersBeyondDynamoDbsPrecisionAreRejected() {
        Refusals.assertRejected(
                "key.number-too-long",
                "part n is a number of 39 digits and exponent 38; DynamoDB keeps 38 digits and exponents from -130 to"
                        + " 125. Round it, or declare the part as text",
                () -> Parts.none().with("n", new BigDecimal("1".repeat(39))));
        Refusals.assertRejected("key.number-too-long", () -> Parts.none().with("n", new BigDecimal("1E+126")));
        Refusals.assertRejected("key.number-too-long", () -> Parts.none().with("n", new BigDecimal("1E-131")));
        assertThat(text("9.9E+125")).hasSize(131);
        assertThat(text("1E-130")).hasSize(137);
        Refusals.assertRejected(
                "key.number-not-finite",
                "part n is NaN, which cannot be sorted; give a finite number, or declare the part" + " as text",
                () -> Parts.none().with("n", Double.NaN));
    }

    @Test
    void doublesAreWrittenByTheirShortestText() {
        assertThat(LAST.write(Parts.none().with("n", 0.1)).sort()).hasToString("LEVEL#p001:0.1");
        assertThat(LAST.write(Parts.none().with("n", -0.0)).sort()).hasToString("LEVEL#p001:0");
    }

    private static String text(String number) {
        return SortableNumber.write(SortableNumber.canonical("n", new BigDecimal(number)));
    }

    private static int order(LayoutKey a, LayoutKey b) {
        return Integer.signum(
                NaiveTable.UTF_8.compare(a.sort().toString(), b.sort().toString()));
    }
}
