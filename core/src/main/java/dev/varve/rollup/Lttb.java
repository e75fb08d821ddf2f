package dev.varve.rollup;

import dev.varve.error.Rejected;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Thins points for a chart so that it looks the same: largest triangle, three buckets (S. Steinarsson, 2013). Of each
 * stretch it keeps the point that spans the largest triangle with the one kept before and the mean of the next stretch.
 */
public final class Lttb {

    private Lttb() {}

    /**
     * Returns at most so many of these points, in their order, the first and the last among them.
     *
     * @param x where a point is, ascending
     * @param y what its value is
     */
    public static <P> List<P> thin(List<P> points, int most, ToDoubleFunction<P> x, ToDoubleFunction<P> y) {
        if (most < 2) {
            throw new Rejected("chart.points", "%s points are asked for; a chart has at least two".formatted(most));
        }
        if (points.size() <= most) {
            return List.copyOf(points);
        }
        List<P> kept = new ArrayList<>(most);
        P last = points.get(0);
        kept.add(last);
        int stretches = most - 2;
        double length = (points.size() - 2) / (double) Math.max(1, stretches);
        for (int i = 0; i < stretches; i++) {
            int from = 1 + (int) Math.floor(i * length);
            int to = 1 + (int) Math.floor((i + 1) * length);
            List<P> next = i == stretches - 1
                    ? points.subList(points.size() - 1, points.size())
                    : points.subList(to, 1 + (int) Math.floor((i + 2) * length));
            last = largest(points.subList(from, to), last, next, x, y);
            kept.add(last);
        }
        kept.add(points.get(points.size() - 1));
        return kept;
    }

    private static <P> P largest(
            List<P> stretch, P before, List<P> next, ToDoubleFunction<P> x, ToDoubleFunction<P> y) {
        double meanX = next.stream().mapToDouble(x).average().orElseThrow();
        double meanY = next.stream().mapToDouble(y).average().orElseThrow();
        double beforeX = x.applyAsDouble(before);
        double beforeY = y.applyAsDouble(before);
        P chosen = stretch.get(0);
        double largest = -1;
        for (P point : stretch) {
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
