package dev.varve.series.internal.packed.bucket;

import dev.varve.error.Rejected;
import dev.varve.internal.Interner;
import dev.varve.item.Num;
import dev.varve.key.Parts;
import dev.varve.series.internal.packed.row.Field;
import dev.varve.series.internal.packed.row.FieldKind;
import dev.varve.series.internal.packed.row.RecordRows;
import dev.varve.series.internal.packed.row.RowItems;
import dev.varve.series.internal.packed.row.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What many rows have in common: the identity, the names of their numbers, and their texts. A row then only needs a clock and
 * the numbers. Safe for several threads.
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

    /** The buckets of the identity as they were found last; used only under the lock of the {@link RowMemory}. */
    private @Nullable Tail tail;

    private PreparedRow(Parts identity, Shape shape, int[] places, @Nullable String @Nullable [] texts) {
        this.identity = identity;
        this.shape = shape;
        this.places = places;
        this.texts = texts;
    }

    /** Prepares rows that have all fields of a shape, none of them a text, in the order of the shape. */
    public static PreparedRow of(Parts identity, Shape shape) {
        int[] places = new int[shape.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = i;
        }
        return new PreparedRow(identity, shape, places, null);
    }

    /**
     * Prepares rows whose numbers are entries of a map.
     *
     * @param map the attribute of the map
     * @param numbers the entries, all different, in the order in which rows give their values
     * @param texts further attributes
     */
    public static PreparedRow of(Parts identity, String map, List<String> numbers, Map<String, String> texts) {
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

    public Shape shape() {
        return shape;
    }

    @Nullable
    String @Nullable [] texts() {
        return texts;
    }

    /** Returns these rows with an equal shape, which they share with others. */
    public PreparedRow sharing(Shape equal) {
        return new PreparedRow(identity, equal, places, texts);
    }

    /** Returns the buckets of the identity, or null if none is in memory. */
    @Nullable
    Tail tail(Tails tails) {
        Tail known = tail;
        if (known == null || !known.isIn(tails)) {
            known = tails.find(identity);
            tail = known;
        }
        return known;
    }

    /** Rejects numbers that no table can hold. */
    public static void requireStorable(double[] numbers, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!RecordRows.isStorable(numbers[i])) {
                var unused = Num.of(numbers[i]);
            }
        }
    }

    /** Writes the bits of a row's numbers, one for each field of the shape. */
    void write(double[] values, int from, long[] bits, int to) {
        if (values.length - from < places.length) {
            throw new Rejected(
                    "packed.value-count",
                    "%s numbers are given for %s fields".formatted(values.length - from, places.length));
        }
        for (int i = 0; i < places.length; i++) {
            // Adding zero turns -0.0 into 0.0, which is how items store it.
            bits[to + places[i]] = Double.doubleToRawLongBits(values[from + i] + 0.0);
        }
    }
}
