package dev.varve.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.AbstractLogger;

class RepeatLogTest {

    /** Records log entries. */
    private static final class RecordingLogger extends AbstractLogger {
        private static final long serialVersionUID = 1L;

        private final transient List<String> entries = new ArrayList<>();

        @Override
        protected String getFullyQualifiedCallerName() {
            return "";
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level, Marker marker, String message, Object[] arguments, Throwable failure) {
            assertThat(failure)
                    .as("the exception, whose stack trace is unbounded")
                    .isNull();
            entries.add(level + " " + message);
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isTraceEnabled(Marker marker) {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled(Marker marker) {
            return false;
        }

        @Override
        public boolean isInfoEnabled() {
            return true;
        }

        @Override
        public boolean isInfoEnabled(Marker marker) {
            return true;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isWarnEnabled(Marker marker) {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled(Marker marker) {
            return true;
        }
    }

    private final RecordingLogger logger = new RecordingLogger();
    private final AtomicLong nanos = new AtomicLong();
    private final RepeatLog log = new RepeatLog(logger, nanos::get);

    private static StackOverflowError overflow(int depth) {
        try {
            return depth < 0 ? new StackOverflowError() : overflow(depth + 1);
        } catch (StackOverflowError e) {
            return e;
        }
    }

    @Test
    void longStackTracesAreTruncated() {
        log.error("request", "a request failed", overflow(0));
        assertThat(logger.entries).hasSize(1);
        assertThat(logger.entries.get(0).length()).isLessThan(RepeatLog.MAX_LENGTH + 100);
        assertThat(logger.entries.get(0)).startsWith("ERROR a request failed: java.lang.StackOverflowError");
    }

    @Test
    void repeatedEntriesAreCounted() {
        for (int i = 0; i < 1_000; i++) {
            log.error("request", "a request failed", failure());
        }
        assertThat(logger.entries).hasSize(1);
        nanos.addAndGet(RepeatLog.INTERVAL.toNanos());
        log.error("request", "a request failed", failure());
        assertThat(logger.entries).hasSize(2);
        assertThat(logger.entries.get(1)).contains("999 more");
        log.warn("other", "something else");
        assertThat(logger.entries).hasSize(3);
    }

    private static IllegalStateException failure() {
        return new IllegalStateException("no");
    }

    @Test
    void textOfAClientIsOneTruncatedLine() {
        log.error(
                "request",
                "a request failed",
                new IllegalStateException("a\nERROR made up\u001b[31m" + "x".repeat(100_000)));
        assertThat(logger.entries.get(0)).contains("a?ERROR made up?[31m").hasSizeLessThan(RepeatLog.MAX_LENGTH + 100);
    }

    @Test
    void numberOfKindsIsBounded() {
        for (int i = 0; i < 1_000; i++) {
            log.warn("kind " + i, "message");
        }
        assertThat(logger.entries).hasSize(1_000);
        log.warn("kind 999", "message");
        assertThat(logger.entries).hasSize(1_000);
    }
}
