package dev.varve.notify;

import dev.varve.alert.Alert;
import dev.varve.alert.AlertNotice;
import dev.varve.alert.Notifier;
import dev.varve.alert.Severity;
import dev.varve.key.Tick;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** Writes one line for each notice to a logger of the platform: openings as warnings, or errors where critical. */
public final class LogNotifier implements Notifier {

    private final System.Logger logger;

    public LogNotifier(System.Logger logger) {
        this.logger = logger;
    }

    /** Writes to the logger {@code dev.varve.alerts}. */
    public static LogNotifier standard() {
        return new LogNotifier(System.getLogger("dev.varve.alerts"));
    }

    @Override
    public CompletableFuture<Void> notify(AlertNotice notice) {
        logger.log(level(notice), () -> line(notice));
        return CompletableFuture.completedFuture(null);
    }

    private static Level level(AlertNotice notice) {
        if (notice.event() == AlertNotice.Event.RESOLVED) {
            return Level.INFO;
        }
        return notice.alert().severity() == Severity.CRITICAL ? Level.ERROR : Level.WARNING;
    }

    /** Returns a single line, whatever ids and messages contain. */
    private static String line(AlertNotice notice) {
        Alert alert = notice.alert();
        String text = "alert %s %s: %s, %s on %s since %s, reading of %s%s"
                .formatted(
                        alert.alertId(),
                        notice.event().name().toLowerCase(Locale.ROOT),
                        alert.severity().name().toLowerCase(Locale.ROOT),
                        alert.message(),
                        alert.deviceId(),
                        Tick.MILLIS.text(alert.openedAt()),
                        Tick.MILLIS.text(alert.readingAt()),
                        alert.value().map(value -> " = " + value).orElse(""));
        return text.replaceAll("\\p{Cntrl}", " ");
    }
}
