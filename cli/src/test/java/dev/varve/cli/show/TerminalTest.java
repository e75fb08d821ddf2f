package dev.varve.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {

    private static final Map<String, String> WIDE = Map.of("COLUMNS", "120");

    @Test
    void onlyStreamsToATerminalAreColoured() {
        assertThat(Terminal.of(WIDE, true, false)).isEqualTo(new Terminal(Paint.COLOURED, Paint.PLAIN, false, 120));
        assertThat(Terminal.of(WIDE, false, true)).isEqualTo(new Terminal(Paint.PLAIN, Paint.COLOURED, true, 120));
    }

    @Test
    void coloursCanBeTurnedOff() {
        Map<String, String> environment = Map.of("COLUMNS", "120", "NO_COLOR", "1");
        assertThat(Terminal.of(environment, true, true)).isEqualTo(new Terminal(Paint.PLAIN, Paint.PLAIN, true, 120));
    }
}
