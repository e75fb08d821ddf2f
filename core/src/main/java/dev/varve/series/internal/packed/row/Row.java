package dev.varve.series.internal.packed.row;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of one event without its identity: its clock in ticks, and one value for each field of its shape. The arrays
 * must not change afterwards.
 */
public final class Row {

    private final long tick;
    private final Shape shape;
    private final long[] numbers;
    private final @Nullable String @Nullable [] texts;

    /**
     * @param numbers the bits of doubles, and 0 or 1 for booleans; one place for each field
     * @param texts the texts, one place for each field; null if no field is a text
     */
    public Row(long tick, Shape shape, long[] numbers, @Nullable String @Nullable [] texts) {
        this.tick = tick;
        this.shape = shape;
        this.numbers = numbers;
        this.texts = texts;
    }

    public long tick() {
        return tick;
    }

    public Shape shape() {
        return shape;
    }

    /** Returns the values of all fields that are not texts; the array must not be changed. */
    public long[] numbers() {
        return numbers;
    }

    /** Returns the texts, or null if no field is one; the array must not be changed. */
    public @Nullable String @Nullable [] texts() {
        return texts;
    }

    /** Returns the value of a field that is not a text. */
    public long number(int field) {
        return numbers[field];
    }

    /** Returns the value of a field that is a text. */
    public String text(int field) {
        return Objects.requireNonNull(Objects.requireNonNull(texts)[field]);
    }

    /** Returns whether another row has the same values, whatever its clock. */
    public boolean hasSameValues(Row other) {
        return shape.equals(other.shape)
                && Arrays.equals(numbers, other.numbers)
                && (texts == other.texts || Arrays.equals(texts, other.texts));
    }

    /** Returns this row with the values of another; where both have a field of one name, the other's value counts. */
    public Row merged(Row other) {
        List<Field> fields = new ArrayList<>();
        List<Row> sources = new ArrayList<>();
        int mine = 0;
        int theirs = 0;
        while (mine < shape.size() || theirs < other.shape.size()) {
            int order = mine == shape.size()
                    ? 1
                    : theirs == other.shape.size()
                            ? -1
                            : shape.field(mine)
                                    .name()
                                    .compareTo(other.shape.field(theirs).name());
            fields.add(order < 0 ? shape.field(mine) : other.shape.field(theirs));
            sources.add(order < 0 ? this : other);
            mine += order <= 0 ? 1 : 0;
            theirs += order >= 0 ? 1 : 0;
        }
        RowBuilder built = new RowBuilder();
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.get(i).name();
            // The mark of an empty map comes right before the entries of that map, if it has any now.
            boolean isMark = name.endsWith(".")
                    && i + 1 < fields.size()
                    && fields.get(i + 1).name().startsWith(name);
            if (!isMark) {
                built.copy(fields.get(i), sources.get(i));
            }
        }
        return built.build(tick);
    }

    int indexOf(Field field) {
        for (int i = 0; i < shape.size(); i++) {
            if (shape.field(i).equals(field)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder().append(tick).append(" {");
        for (int i = 0; i < shape.size(); i++) {
            Field field = shape.field(i);
            out.append(i == 0 ? "" : ", ").append(field.name()).append('=');
            switch (field.kind()) {
                case NUMBER -> out.append(Double.longBitsToDouble(numbers[i]));
                case BOOLEAN -> out.append(numbers[i] == 1);
                case TEXT, DECIMAL -> out.append(text(i));
            }
        }
        return out.append('}').toString();
    }
}
