package dev.varve.series.internal.packed.row;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Shapes that rows of many sources share, so that equal ones are one object and compared at once. Thread-safe. */
public final class Shapes {

    /** All are forgotten beyond this many; equal shapes are then two objects, which is correct and slower. */
    private static final int MAX_SHAPES = 10_000;

    private final Map<Shape, Shape> known = new ConcurrentHashMap<>();

    /** Returns the shape that all callers with an equal one get. */
    public Shape shared(Shape shape) {
        if (known.size() >= MAX_SHAPES) {
            known.clear();
        }
        Shape before = known.putIfAbsent(shape, shape);
        return before == null ? shape : before;
    }
}
