package dev.varve.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

class LogNotifierTest {

    /** A logger that keeps its lines. */
    private static final class Lines implements System.Logger {

        private final List<String> lines = new ArrayList<>();

        @Override
        public String getName() {
            return "lines";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
            lines.add(level + " " + message);
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... params) {
            lines.add(level + " " + format);
        }
    }

    @Test
    void noticeIsOneLineWhateverItSays() {
        Lines lines = new Lines();
        new LogNotifier(lines)
                .notify(Notices.opened("too hot\nERROR all is lost"))
                .join();
        assertThat(lines.lines)
                .containsExactly("ERROR alert 01HW2F3G4H0000000000000000 opened: critical, too hot ERROR all is lost on"
                        + " sensor_01 since 2026-04-20T14:05:00.000Z, reading of 2026-04-20T14:00:00.000Z = 31.5");
    }
}
