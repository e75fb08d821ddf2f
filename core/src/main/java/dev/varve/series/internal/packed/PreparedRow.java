package dev.varve.series.internal.packed;

import dev.varve.error.Rejected;
import dev.varve.internal.Interner;
import dev.varve.item.Num;
import dev.varve.key.Parts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What many rows have in common: the identity, the names of their numbers, and their texts. A row then only needs a clock and
 * the numbers. Immutable.
 */
public final class PreparedRow {

    /** The largest number of orders of fields that rows share. */
    private static final int MAX_SHARED = 10_000;

    private static final Interner<Places> PLACES = new Interner<>(MAX_SHARED);

    @SuppressWarnings("ArrayRecordComponent") // Compared by content below; nobody changes the array.
    private record Places(int[] of) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Places that && Arrays.equals(of, that.of);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(of);
        }
    }

    private final Parts identity;
    private final Shape shape;
    // The place in the shape of each given number.
    private final int[] places;
    private final @Nullable String @Nullable [] texts;

    private PreparedRow(Parts identity, Shape shape, int[] places, @Nullable String @Nullable [] texts) {
        this.identity = identity;
        this.shape = shape;
        this.places = places;
        this.texts = texts;
    }

    /**
     * Prepares rows whose numbers are entries of a map.
     *
     * @param map the attribute of the map
     * @param numbers the entries, all different, in the order in which rows give their values
     * @param texts further attributes
     */
    static PreparedRow of(Parts identity, String map, List<String> numbers, Map<String, String> texts) {
        List<Field> given = new ArrayList<>();
        String prefix = RowItems.escaped(map) + ".";
        numbers.forEach(name -> given.add(new Field(prefix + name, FieldKind.NUMBER)));
        List<Field> fields = new ArrayList<>(given);
        texts.keySet().forEach(name -> fields.add(new Field(RowItems.escaped(name), FieldKind.TEXT)));
        fields.sort(Comparator.naturalOrder());
        if (fields.stream().distinct().count() < fields.size()) {
            throw new Rejected("packed.field-twice", "the fields %s name one of them twice".formatted(numbers));
        }
        int[] places = PLACES.shared(
                        new Places(given.stream().mapToInt(fields::indexOf).toArray()))
                .of();
        String[] values = null;
        if (!texts.isEmpty()) {
            values = new String[fields.size()];
            for (Map.Entry<String, String> text : texts.entrySet()) {
                values[fields.indexOf(new Field(RowItems.escaped(text.getKey()), FieldKind.TEXT))] = text.getValue();
            }
        }
        return new PreparedRow(identity, Shape.of(fields), places, values);
    }

    public Parts identity() {
        return identity;
    }

    /** Returns how many numbers a row has. */
    public int size() {
        return places.length;
    }

    /** Rejects numbers that no table can hold. */
    public static void requireStorable(double[] numbers) {
        for (double number : numbers) {
            if (!RecordRows.isStorable(number)) {
                var unused = Num.of(number);
            }
        }
    }

    /** Returns a row with these numbers, which must be storable. */
    Row row(long tick, double[] numbers) {
        if (numbers.length != places.length) {
            throw new Rejected(
                    "packed.value-count",
                    "%s numbers are given for %s fields".formatted(numbers.length, places.length));
        }
        long[] bits = new long[shape.size()];
        for (int i = 0; i < places.length; i++) {
            // Adding zero turns -0.0 into 0.0, which is how items store it.
            bits[places[i]] = Double.doubleToRawLongBits(numbers[i] + 0.0);
        }
        return new Row(tick, shape, bits, texts);
    }
}
