package dev.varve.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TextChartTest {

    private static final Instant FROM = Instant.parse("2026-04-20T00:00:00Z");
    private static final double[] NONE = {};

    @Test
    void risingValuesGiveARisingLine() {
        double[] values = new double[25];
        for (int i = 0; i < values.length; i++) {
            values[i] = 10 + i / 2.4;
        }
        List<String> drawn = draw(line(values, Duration.ofHours(1)), 44, 5);

        assertThat(drawn)
                .containsExactly(
                        "  20 ┤                              ⢀⣀⡠⠤⠤⠔⠒⠉",
                        "     │                       ⣀⡠⠤⠤⠔⠒⠉⠁",
                        "     │               ⣀⡠⠤⠒⠒⠒⠊⠉",
                        "     │       ⢀⣀⠤⠔⠒⠒⠊⠉",
                        "  10 ┤⣀⠤⠔⠒⠒⠊⠉⠁",
                        "     └┬─────────────────┬───────────────────",
                        "      04-20           12:00");
    }

    @Test
    void longGapIsLeftEmpty() {
        long hour = 3_600_000;
        long begin = FROM.toEpochMilli();
        List<TextChart.Point> line = LongStream.of(0, 1, 2, 20, 21)
                .mapToObj(i -> TextChart.Point.of(begin + i * hour, 1))
                .toList();
        String row = draw(line, 44, 3).get(1);

        assertThat(row.substring(8, 30)).contains("          ");
        assertThat(row.strip().length()).isGreaterThan(30);
    }

    @Test
    void singleValueIsCentred() {
        List<String> drawn = draw(line(new double[] {50}, Duration.ofHours(1)), 44, 5);

        assertThat(drawn.get(2)).containsPattern("[\u2801-\u28ff]");
        assertThat(String.join("", drawn)).contains("40 ┤", "60 ┤");
    }

    @Test
    void emptyChartSaysSo() {
        assertThat(draw(line(NONE, Duration.ofHours(1)), 44, 5)).containsExactly("  (nothing in this range)");
    }

    @Test
    void bandAroundTheLineNeedsColours() {
        List<TextChart.Point> line = List.of(new TextChart.Point(FROM.toEpochMilli(), 5, 0, 10));

        String coloured =
                String.join("", new TextChart(Paint.COLOURED, 44, 5).draw(line, FROM, FROM.plus(Duration.ofDays(1))));
        assertThat(coloured).contains("\u001b[" + Tone.BAND.code() + "m");
        assertThat(String.join("", draw(line, 44, 5)).chars().filter(c -> c > 0x2800 && c <= 0x28ff))
                .hasSize(1);
    }

    private static List<TextChart.Point> line(double[] values, Duration step) {
        return IntStream.range(0, values.length)
                .mapToObj(i -> TextChart.Point.of(FROM.toEpochMilli() + i * step.toMillis(), values[i]))
                .toList();
    }

    private static List<String> draw(List<TextChart.Point> line, int width, int rows) {
        return new TextChart(Paint.PLAIN, width, rows).draw(line, FROM, FROM.plus(Duration.ofDays(1)));
    }
}
