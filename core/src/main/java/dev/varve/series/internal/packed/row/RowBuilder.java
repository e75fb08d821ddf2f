package dev.varve.series.internal.packed.row;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds rows field by field, in any order. */
public final class RowBuilder {

    private record Entry(Field field, long number, @Nullable String text) {}

    private final List<Entry> entries = new ArrayList<>();

    public RowBuilder number(String name, double value) {
        entries.add(new Entry(new Field(name, FieldKind.NUMBER), Double.doubleToRawLongBits(value), null));
        return this;
    }

    public RowBuilder flag(String name, boolean value) {
        entries.add(new Entry(new Field(name, FieldKind.BOOLEAN), value ? 1 : 0, null));
        return this;
    }

    public RowBuilder text(String name, String value) {
        entries.add(new Entry(new Field(name, FieldKind.TEXT), 0, value));
        return this;
    }

    /** Adds a number that no double represents exactly, as a text. */
    public RowBuilder decimal(String name, String value) {
        entries.add(new Entry(new Field(name, FieldKind.DECIMAL), 0, value));
        return this;
    }

    void copy(Field field, Row from) {
        int index = from.indexOf(field);
        entries.add(new Entry(
                field,
                field.kind().isText() ? 0 : from.number(index),
                field.kind().isText() ? from.text(index) : null));
    }

    /** Returns the row; the builder is empty afterwards. */
    public Row build(long tick) {
        entries.sort((one, other) -> one.field().compareTo(other.field()));
        long[] numbers = new long[entries.size()];
        String[] texts = null;
        List<Field> fields = new ArrayList<>(entries.size());
        for (int i = 0; i < numbers.length; i++) {
            Entry entry = entries.get(i);
            fields.add(entry.field());
            numbers[i] = entry.number();
            if (entry.text() != null) {
                texts = texts == null ? new String[numbers.length] : texts;
                texts[i] = entry.text();
            }
        }
        entries.clear();
        return new Row(tick, Shape.of(fields), numbers, texts);
    }
}
