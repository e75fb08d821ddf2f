package dev.varve.series.internal.packed.bucket;

import dev.varve.series.internal.packed.row.Row;
import org.jspecify.annotations.Nullable;

/** The newest row of an identity, and its event once somebody has read it. */
public final class NewestRow {

    private final Row row;
    private volatile @Nullable Record event;

    public NewestRow(Row row) {
        this.row = row;
    }

    public Row row() {
        return row;
    }

    public @Nullable Record event() {
        return event;
    }

    public void event(Record read) {
        event = read;
    }
}
