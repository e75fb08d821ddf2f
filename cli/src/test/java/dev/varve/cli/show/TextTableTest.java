package dev.varve.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTableTest {

    @Test
    void columnsAreAsWideAsTheirLongestCell() {
        assertThat(table(Paint.PLAIN)).isEqualTo("""
                NAME      VALUE
                sensor_1    1.5
                x           100""");
    }

    @Test
    void coloursDoNotMoveColumns() {
        assertThat(table(Paint.COLOURED).replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(table(Paint.PLAIN));
        assertThat(table(Paint.COLOURED)).contains("\u001b[1msensor_1\u001b[0m");
    }

    private static String table(Paint paint) {
        return new TextTable(paint)
                .text("name")
                .number("value")
                .row()
                .cell("sensor_1", Tone.STRONG)
                .cell("1.5")
                .row()
                .cell("x")
                .cell("100")
                .toString();
    }
}
