package dev.varve.analytics.stats;

import java.util.OptionalDouble;
import java.util.function.Function;

/** A number that can be compared. */
public enum Metric {
    VISITORS(numbers -> OptionalDouble.of((double) numbers.visitors())),
    VISITS(numbers -> OptionalDouble.of((double) numbers.sessions())),
    PAGE_VIEWS(numbers -> OptionalDouble.of((double) numbers.pageViews())),
    VIEWS_PER_VISIT(TrafficTotals::viewsPerSession),
    BOUNCE_RATE(TrafficTotals::bounceRate),
    VISIT_DURATION(TrafficTotals::sessionDuration),
    EVENTS(numbers -> OptionalDouble.of((double) numbers.events()));

    @SuppressWarnings("ImmutableEnumChecker") // references to methods, which hold nothing
    private final Function<TrafficTotals, OptionalDouble> value;

    Metric(Function<TrafficTotals, OptionalDouble> value) {
        this.value = value;
    }

    /** Returns the number; empty if there were no sessions to compute it from. */
    public OptionalDouble of(TrafficTotals numbers) {
        return value.apply(numbers);
    }
}
