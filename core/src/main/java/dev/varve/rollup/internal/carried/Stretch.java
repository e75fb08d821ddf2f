package dev.varve.rollup.internal.carried;

import dev.varve.rollup.internal.definition.CarriedReading;
import java.math.BigDecimal;

/** Consecutive readings: the first, the last, and what lies between them. */
abstract class Stretch<S extends Stretch<S>> {

    private final CarriedReading first;
    private CarriedReading last;

    Stretch(CarriedReading first, CarriedReading last) {
        this.first = first;
        this.last = last;
    }

    final CarriedReading first() {
        return first;
    }

    final CarriedReading last() {
        return last;
    }

    /** Returns a copy that can be appended to. */
    abstract S copy();

    /** Adds the readings that follow. */
    final void append(S next) {
        pass(last, next.first());
        add(next);
        last = next.last();
    }

    /** Adds the reading that follows. */
    final void append(CarriedReading next) {
        pass(last, next);
        last = next;
    }

    /** Adds what lies between two consecutive readings. */
    abstract void pass(CarriedReading one, CarriedReading next);

    /** Adds what lies between the readings of another stretch. */
    abstract void add(S other);

    /** Returns the time between two readings, in seconds. */
    static BigDecimal gap(CarriedReading one, CarriedReading next) {
        return next.at().subtract(one.at());
    }
}
