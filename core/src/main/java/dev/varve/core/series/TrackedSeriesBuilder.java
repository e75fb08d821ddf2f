package dev.varve.core.series;

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
        SeriesForm<E> form = new SeriesForm<>(events);
        return new TrackedSeries<>(form, new CurrentForm<>(form, current));
    }
}
