package dev.varve.series.internal.packed.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowObjectsTest {

    private static final int PLACE = 3;

    private static RowSet.Column numbers(String name, double... values) {
        long[] bits = new long[values.length];
        long present = 0;
        for (int row = 0; row < values.length; row++) {
            bits[row] = Double.doubleToRawLongBits(values[row]);
            present |= Double.isNaN(values[row]) ? 0 : 1L << row;
        }
        return new RowSet.Column(new Field(name, FieldKind.NUMBER), bits, null, new long[] {present});
    }

    private static RowSet.Column flags(String name, long... values) {
        return new RowSet.Column(new Field(name, FieldKind.BOOLEAN), values, null, null);
    }

    private static RowSet.Column texts(String name, FieldKind kind, String... values) {
        return new RowSet.Column(new Field(name, kind), null, values, null);
    }

    private static RowObjects objects(Class<?> type, RowObjects.Form form, RowSet.Column... columns) {
        return RowObjects.of(new RowObjects.Source("a", type, form, PLACE), List.of(columns));
    }

    @Test
    void plainValuesHaveTheClassOfTheComponent() {
        assertThat(objects(double.class, RowObjects.Form.REQUIRED, numbers("a", 1.5))
                        .object(0))
                .isEqualTo(1.5);
        assertThat(objects(int.class, RowObjects.Form.REQUIRED, numbers("a", -7))
                        .object(0))
                .isEqualTo(-7);
        assertThat(objects(Long.class, RowObjects.Form.REQUIRED, numbers("a", 7))
                        .object(0))
                .isEqualTo(7L);
        assertThat(objects(short.class, RowObjects.Form.REQUIRED, numbers("a", 7))
                        .object(0))
                .isEqualTo((short) 7);
        assertThat(objects(Byte.class, RowObjects.Form.REQUIRED, numbers("a", 7))
                        .object(0))
                .isEqualTo((byte) 7);
        assertThat(objects(boolean.class, RowObjects.Form.REQUIRED, flags("a", 1))
                        .object(0))
                .isEqualTo(true);
        assertThat(objects(String.class, RowObjects.Form.REQUIRED, texts("a", FieldKind.TEXT, "x"))
                        .object(0))
                .isEqualTo("x");
    }

    @Test
    void negativeZeroIsReadAsZero() {
        Object zero = objects(double.class, RowObjects.Form.REQUIRED, numbers("a", -0.0))
                .object(0);
        assertThat(zero).isEqualTo(0.0);
    }

    @Test
    void integersThatDoNotFitAreLeftToTheItem() {
        assertThat(objects(int.class, RowObjects.Form.REQUIRED, numbers("a", 1.5))
                        .object(0))
                .isNull();
        assertThat(objects(int.class, RowObjects.Form.REQUIRED, numbers("a", 1L << 31))
                        .object(0))
                .isNull();
        assertThat(objects(byte.class, RowObjects.Form.REQUIRED, numbers("a", 128))
                        .object(0))
                .isNull();
        assertThat(objects(long.class, RowObjects.Form.REQUIRED, numbers("a", 1L << 53))
                        .object(0))
                .isNull();
    }

    @Test
    void absentValuesAreLeftToTheItem() {
        RowObjects objects = objects(double.class, RowObjects.Form.REQUIRED, numbers("a", Double.NaN, 2));
        assertThat(objects.object(0)).isNull();
        assertThat(objects.object(1)).isEqualTo(2.0);
        assertThat(objects.place()).isEqualTo(PLACE);
        assertThat(objects(double.class, RowObjects.Form.REQUIRED).object(0)).isNull();
    }

    @Test
    void absentOptionalsAreEmpty() {
        RowObjects objects = objects(double.class, RowObjects.Form.OPTIONAL, numbers("a", Double.NaN, 2));
        assertThat(objects.object(0)).isEqualTo(Optional.empty());
        assertThat(objects.object(1)).isEqualTo(Optional.of(2.0));
        assertThat(objects(String.class, RowObjects.Form.OPTIONAL).object(0)).isEqualTo(Optional.empty());
    }

    @Test
    void optionalsOfAnotherKindAreLeftToTheItem() {
        assertThat(objects(double.class, RowObjects.Form.OPTIONAL, texts("a", FieldKind.DECIMAL, "9007199254740993"))
                        .object(0))
                .isNull();
        assertThat(objects(double.class, RowObjects.Form.OPTIONAL, numbers("a.x", 1))
                        .object(0))
                .isNull();
        assertThat(objects(double.class, RowObjects.Form.OPTIONAL, numbers("ab", 1))
                        .object(0))
                .as("another attribute")
                .isEqualTo(Optional.empty());
    }

    @Test
    void entriesOfMapsAreInTheOrderOfTheirNames() {
        RowObjects objects = objects(
                Double.class,
                RowObjects.Form.MAP,
                flags("a.", 1),
                numbers("a.x", 1, Double.NaN),
                numbers("a.y.z", 2, Double.NaN),
                numbers("ab.x", 3, 3));
        assertThat(objects.object(0)).isEqualTo(Map.of("x", 1.0, "y.z", 2.0));
        assertThat(objects.object(0)).asString().isEqualTo("{x=1.0, y.z=2.0}");
        assertThat(objects.object(1)).isEqualTo(Map.of());
        assertThat(objects(String.class, RowObjects.Form.MAP, texts("a.x", FieldKind.TEXT, "t"))
                        .object(0))
                .isEqualTo(Map.of("x", "t"));
    }

    @Test
    void mapsWithOtherKindsOfValuesAreLeftToTheItem() {
        assertThat(objects(
                                Double.class,
                                RowObjects.Form.MAP,
                                numbers("a.x", 1),
                                texts("a.y", FieldKind.DECIMAL, "9007199254740993"))
                        .object(0))
                .isNull();
        assertThat(objects(String.class, RowObjects.Form.MAP, numbers("a.x", 1)).object(0))
                .isNull();
        assertThat(objects(Double.class, RowObjects.Form.MAP, numbers("a", 1)).object(0))
                .as("a number in place of the map")
                .isNull();
    }
}
