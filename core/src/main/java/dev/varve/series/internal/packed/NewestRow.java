package dev.varve.series.internal.packed;

import org.jspecify.annotations.Nullable;

/** The newest row of an identity, and its event once somebody has read it. */
final class NewestRow {

    private final Row row;
    private volatile @Nullable Record event;

    NewestRow(Row row) {
        this.row = row;
    }

    Row row() {
        return row;
    }

    @Nullable
    Record event() {
        return event;
    }

    void event(Record read) {
        event = read;
    }
}
