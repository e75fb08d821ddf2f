package dev.varve.analytics.stats;

import java.util.OptionalDouble;
import java.util.function.Function;

/** A number that can be compared. */
public enum Metric {
    VISITORS(numbers -> OptionalDouble.of((double) numbers.visitors())),
    VISITS(numbers -> OptionalDouble.of((double) numbers.visits())),
    PAGE_VIEWS(numbers -> OptionalDouble.of((double) numbers.pageViews())),
    VIEWS_PER_VISIT(TrafficTotals::viewsPerVisit),
    BOUNCE_RATE(TrafficTotals::bounceRate),
    VISIT_DURATION(TrafficTotals::visitDuration),
    EVENTS(numbers -> OptionalDouble.of((double) numbers.events()));

    @SuppressWarnings("ImmutableEnumChecker") // references to methods, which hold nothing
    private final Function<TrafficTotals, OptionalDouble> value;

    Metric(Function<TrafficTotals, OptionalDouble> value) {
        this.value = value;
    }

    /** Returns the number; nothing where it is of no visits. */
    public OptionalDouble of(TrafficTotals numbers) {
        return value.apply(numbers);
    }
}
