package dev.varve.series;

import dev.varve.error.Rejected;
import dev.varve.series.internal.definition.CurrentDefinition;
import dev.varve.series.internal.definition.SeriesDefinition;

/** The declaration of a series with a current record. */
public final class TrackedSeriesBuilder<E extends Record, C extends Record> {

    private final SeriesBuilder<E> events;
    private final Current<C> current;

    TrackedSeriesBuilder(SeriesBuilder<E> events, Current<C> current) {
        this.events = events;
        this.current = current;
    }

    /** Returns the series, or refuses the declaration with a message that says what to change. */
    public TrackedSeries<E, C> build() {
        SeriesDefinition<E> form = new SeriesDefinition<>(events.settings);
        if (form.packed != null) {
            throw new Rejected(
                    "series.packed-current",
                    "packed series %s has a current record, which is written for each event: leave one of both out; latest(…)"
                                    .formatted(form.name)
                            + " of a packed series is as fast");
        }
        return new TrackedSeries<>(form, new CurrentDefinition<>(form, current));
    }
}
