package dev.varve.rollup;

import dev.varve.error.Rejected;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Downsamples points for a chart so that it keeps its shape: largest triangle, three buckets (S. Steinarsson, 2013). Of
 * each bucket it keeps the point that forms the largest triangle with the point kept before and the mean of the next
 * bucket.
 */
public final class Lttb {

    private Lttb() {}

    /**
     * Returns at most {@code limit} of these points, in their order, including the first and the last.
     *
     * @param x the position of a point, ascending
     * @param y the value of a point
     */
    public static <P> List<P> thin(List<P> points, int limit, ToDoubleFunction<P> x, ToDoubleFunction<P> y) {
        if (limit < 2) {
            throw new Rejected(
                    "chart.points", "a chart of %s points is not possible; the minimum is 2".formatted(limit));
        }
        if (points.size() <= limit) {
            return List.copyOf(points);
        }
        List<P> kept = new ArrayList<>(limit);
        P last = points.get(0);
        kept.add(last);
        int buckets = limit - 2;
        double length = (points.size() - 2) / (double) Math.max(1, buckets);
        for (int i = 0; i < buckets; i++) {
            int from = 1 + (int) Math.floor(i * length);
            int to = 1 + (int) Math.floor((i + 1) * length);
            List<P> next = i == buckets - 1
                    ? points.subList(points.size() - 1, points.size())
                    : points.subList(to, 1 + (int) Math.floor((i + 2) * length));
            last = largest(points.subList(from, to), last, next, x, y);
            kept.add(last);
        }
        kept.add(points.get(points.size() - 1));
        return kept;
    }

    private static <P> P largest(List<P> bucket, P before, List<P> next, ToDoubleFunction<P> x, ToDoubleFunction<P> y) {
        double meanX = next.stream().mapToDouble(x).average().orElseThrow();
        double meanY = next.stream().mapToDouble(y).average().orElseThrow();
        double beforeX = x.applyAsDouble(before);
        double beforeY = y.applyAsDouble(before);
        P chosen = bucket.get(0);
        double largest = -1;
        for (P point : bucket) {
            double area = Math.abs((beforeX - meanX) * (y.applyAsDouble(point) - beforeY)
                    - (beforeX - x.applyAsDouble(point)) * (meanY - beforeY));
            if (area > largest) {
                largest = area;
                chosen = point;
            }
        }
        return chosen;
    }
}
