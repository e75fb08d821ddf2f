package dev.varve.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadingsTest {

    private static final long START = 20_000 * Readings.DAY_MILLIS;

    @Test
    void sameSeedGivesSameValues() {
        Readings one = Readings.generate(7, START, 5, 100);
        Readings two = Readings.generate(7, START, 5, 100);
        for (int row = 0; row < one.rows(); row++) {
            assertThat(two.mantissa(Field.TEMPERATURE, row)).isEqualTo(one.mantissa(Field.TEMPERATURE, row));
        }
    }

    @Test
    void valuesOfADeviceDoNotDependOnTheNumberOfDevices() {
        Readings few = Readings.generate(7, START, 2, 50);
        Readings many = Readings.generate(7, START, 9, 50);
        for (int minute = 0; minute < 50; minute++) {
            for (int field = 0; field < Field.COUNT; field++) {
                assertThat(many.mantissa(Field.at(field), many.row(1, minute)))
                        .isEqualTo(few.mantissa(Field.at(field), few.row(1, minute)));
            }
        }
    }

    @Test
    void readingsArriveMinuteByMinuteOverAllDevices() {
        Readings readings = Readings.generate(7, START, 3, 4);
        assertThat(readings.rows()).isEqualTo(12);
        assertThat(readings.device(4)).isEqualTo(1);
        assertThat(readings.millis(2)).isEqualTo(START);
        assertThat(readings.millis(4)).isEqualTo(START + Readings.MINUTE_MILLIS);
        assertThat(readings.endMillis()).isEqualTo(START + 4 * Readings.MINUTE_MILLIS);
    }

    @Test
    void valuesAreTheDoublesOfTheirDecimalTexts() {
        Readings readings = Readings.generate(7, START, 20, 200);
        for (int row = 0; row < readings.rows(); row++) {
            for (int i = 0; i < Field.COUNT; i++) {
                Field field = Field.at(i);
                StringBuilder text = new StringBuilder();
                field.append(text, readings.mantissa(field, row));
                assertThat(readings.value(field, row)).isEqualTo(Double.parseDouble(text.toString()));
            }
        }
    }

    @Test
    void decimalsAreWrittenInFull() {
        assertThat(text(Field.TEMPERATURE, 2205)).isEqualTo("22.05");
        assertThat(text(Field.TEMPERATURE, -7)).isEqualTo("-0.07");
        assertThat(text(Field.HUMIDITY, 450)).isEqualTo("45.0");
        assertThat(text(Field.BATTERY, 87)).isEqualTo("87");
    }

    private static String text(Field field, int mantissa) {
        StringBuilder text = new StringBuilder();
        field.append(text, mantissa);
        return text.toString();
    }

    @Test
    void valuesLookLikeThoseOfSensors() {
        Readings readings = Readings.generate(7, START, 50, 1_440);
        for (int row = 0; row < readings.rows(); row++) {
            assertThat(readings.value(Field.TEMPERATURE, row)).isBetween(5.0, 40.0);
            assertThat(readings.value(Field.HUMIDITY, row)).isBetween(10.0, 90.0);
            assertThat(readings.value(Field.BATTERY, row)).isBetween(4.0, 100.0);
        }
    }

    @Test
    void namesHaveFiveDigitsAtLeast() {
        assertThat(Readings.id(0)).isEqualTo("sensor_00001");
        assertThat(Readings.id(99_999)).isEqualTo("sensor_100000");
    }

    @Test
    void fewerReadingsAreThoseOfTheFirstDevices() {
        Readings all = Readings.generate(7, START, 10, 30);
        Readings part = all.atMost(100);
        assertThat(part.devices()).isEqualTo(3);
        assertThat(part.minutes()).isEqualTo(30);
        for (int minute = 0; minute < 30; minute++) {
            assertThat(part.mantissa(Field.HUMIDITY, part.row(2, minute)))
                    .isEqualTo(all.mantissa(Field.HUMIDITY, all.row(2, minute)));
        }
    }

    @Test
    void startInsideADayIsRefused() {
        assertThatThrownBy(() -> Readings.generate(7, START + 1, 1, 1))
                .hasMessageContaining("is not the beginning of a day");
    }

    @Test
    void bodiesHaveOneLineForEachReading() {
        Readings readings = Readings.generate(7, START, 6_000, 1);
        List<byte[]> bodies = Lines.of(readings, "climate");
        assertThat(bodies).hasSize(2);
        String first = new String(bodies.get(0), StandardCharsets.UTF_8);
        assertThat(first.lines()).hasSize(Database.BATCH);
        assertThat(first.lines().findFirst().orElseThrow())
                .matches("climate,device=sensor_00001 temperature=[0-9.]+,humidity=[0-9.]+,battery=[0-9]+ " + START);
        assertThat(new String(bodies.get(1), StandardCharsets.UTF_8).lines()).hasSize(1_000);
    }
}
