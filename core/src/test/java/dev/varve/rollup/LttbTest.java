package dev.varve.rollup;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LttbTest {

    private record Point(double x, double y) {}

    private static List<Point> thin(List<Point> points, int most) {
        return Lttb.thin(points, most, Point::x, Point::y);
    }

    @Test
    void keepsTheOrderAndBothEnds() {
        Seeded.runs(200, random -> {
            List<Point> points = new ArrayList<>();
            int count = random.nextInt(300);
            for (int i = 0; i < count; i++) {
                points.add(new Point(i, random.nextDouble()));
            }
            int most = 2 + random.nextInt(60);
            List<Point> kept = thin(points, most);
            assertThat(kept).hasSize(Math.min(count, most)).isSubsetOf(points);
            assertThat(kept).isSortedAccordingTo((a, b) -> Double.compare(a.x(), b.x()));
            if (count > 1) {
                assertThat(kept).startsWith(points.get(0)).endsWith(points.get(count - 1));
            }
        });
    }

    @Test
    void peaksAreKept() {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            points.add(new Point(i, i == 357 ? 100 : 0));
        }
        assertThat(thin(points, 20)).contains(new Point(357, 100));
    }

    @Test
    void limitOfOnePointIsRefused() {
        assertRejected(
                "chart.points", "a chart of 1 points is not possible; the minimum is 2", () -> thin(List.of(), 1));
    }
}
