package dev.varve.rollup.internal.definition;

import dev.varve.item.Value;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The values of one attribute of events, or of one entry of an attribute that is a map. */
public interface EventColumn {

    /** The type of the values. */
    enum Kind {
        /** Numbers, each the shortest decimal of a double. */
        DOUBLES,
        /** Other numbers. */
        DECIMALS,
        /** Values that are not numbers. */
        NOT_NUMBERS,
        /** Not known. */
        ANY
    }

    /** Exact figures of all values of a column. */
    record Summary(long count, BigDecimal min, BigDecimal max, BigDecimal sum, BigDecimal sumOfSquares) {}

    Kind kind();

    /** Returns the name of the map's entry, empty for the mark of an empty map; null if the attribute is not a map. */
    @Nullable
    String entry();

    /** Returns whether an event has a value. */
    boolean has(int event);

    /** Returns the value of an event that has one. */
    Value value(int event);

    /** Returns the value of an event that has one, as a double; only for {@link Kind#DOUBLES}. */
    double number(int event);

    /** Returns the figures of all values; null if they are not known exactly without reading the values. */
    @Nullable
    Summary summary();
}
