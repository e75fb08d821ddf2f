package dev.varve.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswersTest {

    private static final long START = 20_000 * Readings.DAY_MILLIS;

    private final Readings readings = Readings.generate(3, START, 4, 90);
    private final Oracle oracle = new Oracle(readings);

    private static Map<String, List<Point>> answer(long millis, double... values) {
        return Map.of("a", List.of(new Point(millis, values)));
    }

    @Test
    void valuesMayDifferInTheLastDigits() {
        assertThatCode(() -> Answers.check("q", answer(1, 1, 2, 3), answer(1, 1 + 1e-12, 2, 3)))
                .doesNotThrowAnyException();
    }

    @Test
    void anotherValueIsAnError() {
        assertThatThrownBy(() -> Answers.check("q", answer(1, 1, 2, 3), answer(1, 1, 2 + 1e-8, 3)))
                .hasMessage("wrong answer to q: humidity of device \"a\" at 1 is 2.00000001 instead of 2.0");
    }

    @Test
    void notANumberIsAnError() {
        assertThatThrownBy(() -> Answers.check("q", answer(1, 1, 2, 3), answer(1, 1, 2, Double.NaN)))
                .hasMessageContaining("battery");
    }

    @Test
    void anotherClockIsAnError() {
        assertThatThrownBy(() -> Answers.check("q", answer(1, 1, 2, 3), answer(2, 1, 2, 3)))
                .hasMessage("wrong answer to q: point 0 of device \"a\" is at 2 instead of 1");
    }

    @Test
    void missingPointsAndDevicesAreErrors() {
        assertThatThrownBy(() -> Answers.check("q", answer(1, 1, 2, 3), Map.of("a", List.of())))
                .hasMessage("wrong answer to q: 0 points of device \"a\" instead of 1");
        assertThatThrownBy(() -> Answers.check("q", answer(1, 1, 2, 3), Map.of("b", List.of())))
                .hasMessage("wrong answer to q: device \"a\" is missing");
        assertThatThrownBy(() -> Answers.check("q", answer(1, 1, 2, 3), Map.of()))
                .hasMessage("wrong answer to q: 0 devices instead of 1");
    }

    @Test
    void anHourHasTheReadingsOfItsMinutes() {
        List<Point> first = points(new Question.Hour("sensor_00002", START), "sensor_00002");
        List<Point> second = points(new Question.Hour("sensor_00002", START + Readings.HOUR_MILLIS), "sensor_00002");
        assertThat(first).hasSize(60);
        assertThat(second).hasSize(30);
        assertThat(first.get(59).values()[0]).isEqualTo(readings.value(Field.TEMPERATURE, readings.row(1, 59)));
    }

    @Test
    void theLatestReadingIsThatOfTheLastMinute() {
        Map<String, List<Point>> latest = oracle.answer(new Question.Latest());
        assertThat(latest).hasSize(4);
        assertThat(latest.get("sensor_00004"))
                .singleElement()
                .satisfies(point -> assertThat(point.millis()).isEqualTo(START + 89 * Readings.MINUTE_MILLIS));
    }

    @Test
    void averagesCountEveryReadingOnce() {
        long end = START + 2 * Readings.HOUR_MILLIS;
        List<Point> fleet = points(new Question.HourlyOfFleet(START, end), Question.FLEET);
        Map<String, List<Point>> devices = oracle.answer(new Question.HourlyByDevice(START, end));
        assertThat(fleet).hasSize(2);
        for (int hour = 0; hour < 2; hour++) {
            int index = hour;
            double mean = devices.values().stream()
                    .mapToDouble(points -> points.get(index).values()[1])
                    .average()
                    .orElseThrow();
            assertThat(fleet.get(hour).values()[1]).isCloseTo(mean, org.assertj.core.data.Offset.offset(1e-9));
        }
    }

    @Test
    void aDayAveragesItsHoursByTheirReadings() {
        List<Point> days =
                points(new Question.Daily("sensor_00001", START, START + Readings.DAY_MILLIS), "sensor_00001");
        double sum = 0;
        for (int minute = 0; minute < 90; minute++) {
            sum += readings.value(Field.BATTERY, readings.row(0, minute));
        }
        assertThat(days).hasSize(1);
        assertThat(days.get(0).values()[2]).isCloseTo(sum / 90, org.assertj.core.data.Offset.offset(1e-9));
    }

    private List<Point> points(Question question, String device) {
        return oracle.answer(question).getOrDefault(device, List.of());
    }
}
