package dev.varve.cli.show;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A line chart over time, drawn with braille dots, with round labels on the axes. Times are UTC. */
public final class TextChart {

    /** A gap longer than this many typical distances stays open. */
    private static final int GAP = 4;

    private static final int ROWS_PER_MARK = 3;
    private static final int COLUMNS_PER_MARK = 12;
    private static final int NARROWEST = 20;

    /**
     * A point of the line.
     *
     * @param low the lower edge of the area around the line; the value itself if there is no area
     * @param high the upper edge
     */
    public record Point(long millis, double value, double low, double high) {

        public static Point of(long millis, double value) {
            return new Point(millis, value, value, value);
        }
    }

    private final Paint paint;
    private final int width;
    private final int rows;

    public TextChart(Paint paint, int width, int rows) {
        this.paint = paint;
        this.width = width;
        this.rows = rows;
    }

    /** Returns the lines of the chart. */
    public List<String> draw(List<Point> line, Instant from, Instant to) {
        if (line.isEmpty()) {
            return List.of(paint.paint(Tone.FAINT, "  (nothing in this range)"));
        }
        Axis axis = Axis.of(line, rows);
        Braille dots = new Braille(Math.max(NARROWEST, width - axis.labelWidth() - 2), rows);
        plot(line, from, to, axis, dots);
        List<String> drawn = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            String label = axis.label(row);
            drawn.add(paint.paint(
                            Tone.FAINT,
                            " ".repeat(axis.labelWidth() - label.length()) + label + (label.isEmpty() ? " │" : " ┤"))
                    + dots.row(row, paint).stripTrailing());
        }
        drawn.addAll(timeAxis(from, to, axis.labelWidth(), dots.width() / 2));
        return drawn;
    }

    private void plot(List<Point> line, Instant from, Instant to, Axis axis, Braille dots) {
        double perMilli = (dots.width() - 1) / (double) Math.max(1, to.toEpochMilli() - from.toEpochMilli());
        int[] x = line.stream()
                .mapToInt(point -> (int) Math.round((point.millis() - from.toEpochMilli()) * perMilli))
                .toArray();
        for (int i = 0; i < x.length; i++) {
            Point point = line.get(i);
            // Without colours the area would hide the line.
            if (paint == Paint.COLOURED && point.low() < point.high()) {
                for (int y = axis.y(point.low()); y <= axis.y(point.high()); y++) {
                    dots.dot(x[i], y, Tone.BAND);
                }
            }
        }
        long gap = GAP * typicalDistance(line);
        for (int i = 0; i < x.length; i++) {
            boolean joins = i > 0 && line.get(i).millis() - line.get(i - 1).millis() <= gap;
            int before = joins ? i - 1 : i;
            dots.line(
                    x[before],
                    axis.y(line.get(before).value()),
                    x[i],
                    axis.y(line.get(i).value()),
                    Tone.ACCENT);
        }
    }

    private static long typicalDistance(List<Point> line) {
        long[] distances = new long[Math.max(1, line.size() - 1)];
        for (int i = 1; i < line.size(); i++) {
            distances[i - 1] = line.get(i).millis() - line.get(i - 1).millis();
        }
        Arrays.sort(distances);
        return Math.max(1, distances[distances.length / 2]);
    }

    private List<String> timeAxis(Instant from, Instant to, int indent, int columns) {
        Duration range = Duration.between(from, to);
        Duration step = Ticks.step(range, Math.max(1, columns / COLUMNS_PER_MARK));
        var line = new StringBuilder("─".repeat(columns));
        var labels = new StringBuilder(" ".repeat(columns + 12));
        long stepSeconds = step.toSeconds();
        long first = -Math.floorDiv(-from.getEpochSecond(), stepSeconds) * stepSeconds;
        for (long at = first; at < to.getEpochSecond(); at += stepSeconds) {
            Instant mark = Instant.ofEpochSecond(at);
            int column = (int) ((at * 1000 - from.toEpochMilli()) * (columns - 1) / Math.max(1, range.toMillis()));
            line.setCharAt(column, '┬');
            String label = Ticks.label(mark, step);
            int begin = Math.max(0, column - label.length() / 2);
            if (labels.substring(Math.max(0, begin - 1), begin + label.length()).isBlank()) {
                labels.replace(begin, begin + label.length(), label);
            }
        }
        String margin = " ".repeat(indent + 1);
        return List.of(
                paint.paint(Tone.FAINT, margin + "└" + line),
                paint.paint(Tone.FAINT, margin + " " + labels.toString().stripTrailing()));
    }

    /** The vertical axis: the dot of each value, and the label of each row. */
    private record Axis(BigDecimal low, BigDecimal high, BigDecimal step, int rows) {

        static Axis of(List<Point> line, int rows) {
            double low = line.stream().mapToDouble(Point::low).min().orElse(0);
            double high = line.stream().mapToDouble(Point::high).max().orElse(0);
            if (low == high) {
                double room = low == 0 ? 1 : Math.abs(low) / 10;
                low -= room;
                high += room;
            }
            BigDecimal step = Ticks.step(high - low, Math.max(1, rows / ROWS_PER_MARK));
            return new Axis(
                    new BigDecimal(low).divide(step, 0, RoundingMode.FLOOR).multiply(step),
                    new BigDecimal(high).divide(step, 0, RoundingMode.CEILING).multiply(step),
                    step,
                    rows);
        }

        int y(double value) {
            double share = (value - low.doubleValue()) / (high.doubleValue() - low.doubleValue());
            return (int) Math.round(share * (rows * 4 - 1));
        }

        /** Returns the label of a row, or empty; row 0 is the top. */
        String label(int row) {
            for (BigDecimal mark = low; mark.compareTo(high) <= 0; mark = mark.add(step)) {
                if (rows - 1 - y(mark.doubleValue()) / 4 == row) {
                    return mark.compareTo(BigDecimal.ZERO) == 0
                            ? "0"
                            : mark.stripTrailingZeros().toPlainString();
                }
            }
            return "";
        }

        int labelWidth() {
            int widest = 4;
            for (int row = 0; row < rows; row++) {
                widest = Math.max(widest, label(row).length());
            }
            return widest;
        }
    }
}
