package dev.varve.series.internal.packed.read;

import dev.varve.item.Value;
import dev.varve.rollup.internal.definition.EventColumn;
import dev.varve.series.internal.packed.row.Field;
import dev.varve.series.internal.packed.row.RowItems;
import dev.varve.series.internal.packed.row.RowSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A column of packed rows as a rollup reads it; the values are decoded when the first of them is asked for. */
final class PackedColumn implements EventColumn {

    /** Where the values come from. */
    interface Source {

        /** Returns the values, one place for each row. */
        RowSet.Column column();

        /** Returns the exact figures of all values, or null if they are not known. */
        @Nullable
        Summary summary();
    }

    private final Field field;
    private final @Nullable String entry;
    private final int offset;
    private final Source source;
    private RowSet.@Nullable Column decoded;
    private @Nullable Summary summary;
    private boolean isSummaryKnown;

    /**
     * @param entry the entry of the map that the field is, or null
     * @param offset the row of the first event
     */
    PackedColumn(Field field, @Nullable String entry, int offset, Source source) {
        this.field = field;
        this.entry = entry;
        this.offset = offset;
        this.source = source;
    }

    @Override
    public Kind kind() {
        return switch (field.kind()) {
            case NUMBER -> Kind.DOUBLES;
            case DECIMAL -> Kind.DECIMALS;
            case BOOLEAN, TEXT -> Kind.NOT_NUMBERS;
        };
    }

    @Override
    public @Nullable String entry() {
        return entry;
    }

    private RowSet.Column column() {
        RowSet.Column known = decoded;
        if (known == null) {
            known = source.column();
            decoded = known;
        }
        return known;
    }

    @Override
    public boolean has(int event) {
        return column().has(offset + event);
    }

    @Override
    public Value value(int event) {
        return RowItems.value(column(), offset + event);
    }

    @Override
    public double number(int event) {
        return Double.longBitsToDouble(Objects.requireNonNull(column().numbers())[offset + event]);
    }

    @Override
    public @Nullable Summary summary() {
        if (!isSummaryKnown) {
            summary = source.summary();
            isSummaryKnown = true;
        }
        return summary;
    }
}
