package dev.varve.analytics.stats;

/** What hits or sessions are listed and filtered by. */
public sealed interface Dimension permits HitDimension, SessionDimension, EventProperty, MetGoals {

    /** Returns its name: {@code entry page}. */
    String word();
}
