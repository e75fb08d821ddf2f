package dev.varve.server.http;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Logs failures that clients can cause as often as they like. Each failure is logged once per interval, in a bounded number
 * of characters. The next entry says how often it happened in between.
 */
public final class RepeatLog {

    /** The most characters of an entry. */
    static final int MAX_LENGTH = 4_000;

    static final Duration INTERVAL = Duration.ofMinutes(1);

    /** The largest number of distinct failures that are tracked. Beyond it, the oldest is forgotten. */
    private static final int MAX_KINDS = 100;

    private static final int MAX_FRAMES = 12;
    private static final int MAX_CAUSES = 4;
    private static final int MAX_MESSAGE = 500;

    /** When a kind of failure was logged last, and how often it happened since. */
    private static final class Seen {
        private long logged;
        private long unlogged;
    }

    private final Logger log;
    private final LongSupplier nanos;
    private final Map<String, Seen> kinds = new LinkedHashMap<>();

    public RepeatLog(Logger log) {
        this(log, System::nanoTime);
    }

    RepeatLog(Logger log, LongSupplier nanos) {
        this.log = log;
        this.nanos = nanos;
    }

    /** @param kind identifies the failure; must not contain text of a client */
    public void warn(String kind, String message) {
        entry(kind, clean(message), log::warn);
    }

    /** Logs a failure with the first frames of its stack. Failures of one class at one place count as the same. */
    public void error(String kind, String message, Throwable failure) {
        StackTraceElement[] frames = failure.getStackTrace();
        String place = kind + ' ' + failure.getClass().getName() + ' ' + (frames.length == 0 ? "" : frames[0]);
        entry(place, clean(message) + ": " + text(failure), log::error);
    }

    private void entry(String kind, String text, Consumer<String> out) {
        Long repeated = repeated(kind);
        if (repeated != null) {
            String shown = bounded(text);
            out.accept(
                    repeated == 0
                            ? shown
                            : "%s (and %s more like this since the last entry)".formatted(shown, repeated));
        }
    }

    /** Returns how often this happened since the last entry; null if it must not be logged now. */
    private synchronized @Nullable Long repeated(String kind) {
        long now = nanos.getAsLong();
        Seen seen = kinds.get(kind);
        if (seen == null) {
            if (kinds.size() >= MAX_KINDS) {
                Iterator<String> oldest = kinds.keySet().iterator();
                oldest.next();
                oldest.remove();
            }
            seen = new Seen();
            seen.logged = now;
            kinds.put(kind, seen);
            return 0L;
        }
        if (now - seen.logged < INTERVAL.toNanos()) {
            seen.unlogged++;
            return null;
        }
        long unlogged = seen.unlogged;
        seen.logged = now;
        seen.unlogged = 0;
        return unlogged;
    }

    private static String bounded(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
    }

    /** Returns a text on one line, so that a client's text cannot look like a log entry. */
    private static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.chars().forEach(each -> clean.append(Character.isISOControl(each) ? '?' : (char) each));
        return clean.toString();
    }

    private static String text(Throwable failure) {
        StringBuilder text = new StringBuilder();
        Throwable each = failure;
        for (int depth = 0; each != null && depth < MAX_CAUSES; depth++) {
            text.append(depth == 0 ? "" : "\ncaused by ").append(brief(each));
            StackTraceElement[] frames = each.getStackTrace();
            for (int i = 0; i < Math.min(frames.length, MAX_FRAMES); i++) {
                text.append("\n\tat ").append(frames[i]);
            }
            each = each.getCause();
        }
        return text.toString();
    }

    private static String brief(Throwable failure) {
        String text = failure.toString();
        return clean(text.length() <= MAX_MESSAGE ? text : text.substring(0, MAX_MESSAGE) + "…");
    }
}
