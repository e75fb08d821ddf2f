package dev.varve.cli.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OutputShapeTest {

    @Test
    void numbersTimesAndWidthsMayDiffer() {
        assertThat(matches("2,513 stored;  4.105 s at 2026-04-20T14:00:00Z", "3 stored; 1 s at 2027-01-01T00:00:00.5Z"))
                .isTrue();
        assertThat(matches("● a  49s ago  73.02 GB  ▁▂▃", "● a 2h ago 311 KB ····"))
                .isTrue();
    }

    @Test
    void wordsMayNotDiffer() {
        assertThat(matches("3 stored, 0 refused", "3 stored, 0 late")).isFalse();
        assertThat(matches("3 stored", "3 stored\nand more")).isFalse();
        assertThat(matches("3 stored\nand more", "3 stored")).isFalse();
        assertThat(matches("a.b", "axb")).isFalse();
    }

    @Test
    void similarNeighboursCountOnce() {
        assertThat(matches("sensor_00 21.4\nsensor_01 22", "sensor_00 20")).isTrue();
        assertThat(matches("sensor_00 21.4", "sensor_00 20\nmeter 1")).isFalse();
    }

    @Test
    void ellipsisStandsForAnyText() {
        assertThat(matches("java 17.0.15…", "java 21+35-vendor")).isTrue();
        assertThat(matches("message \"…\"]", "message \"wrong\"")).isFalse();
    }

    private static boolean matches(String shown, String output) {
        return OutputShape.matches(List.of(shown.split("\n")), List.of(output.split("\n")));
    }
}
