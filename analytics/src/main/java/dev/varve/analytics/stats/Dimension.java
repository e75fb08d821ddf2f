package dev.varve.analytics.stats;

/** Something hits or visits differ in, and by which they are listed and chosen. */
public sealed interface Dimension permits HitDimension, SessionDimension, EventProperty, MetGoals {

    /** Returns its name: {@code entry page}. */
    String word();
}
