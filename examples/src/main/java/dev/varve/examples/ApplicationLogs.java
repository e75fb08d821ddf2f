package dev.varve.examples;

import static dev.varve.table.AttributePath.attr;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;

/** Application logs: the entries of the last hour, and the newest errors of today. */
public final class ApplicationLogs {

    private ApplicationLogs() {}

    enum Level {
        INFO,
        ERROR
    }

    // guide: logs
    record LogEntry(String service, Instant at, String entryId, Level level, String message) {}

    static final Series<LogEntry> LOGS = Series.of(LogEntry.class)
            .named("logs")
            .partition("SERVICE#{service}#LOGS")
            .sort("{at}#{entryId}") // two entries of one millisecond have two keys
            .keep(Duration.ofDays(14))
            .build();
    // guide: end

    static List<LogEntry> lastHour(OpenSeries<LogEntry> logs, String service) {
        return logs.history(service).last(Duration.ofHours(1)).list();
    }

    // guide: filter
    /** Returns the newest errors of the day that contains {@code now}, in UTC. */
    static List<LogEntry> errorsOfToday(OpenSeries<LogEntry> logs, String service, Instant now) {
        return logs.history(service)
                .since(now.truncatedTo(ChronoUnit.DAYS))
                .where(attr("level").is("ERROR"))
                .newestFirst()
                .limit(3) // counts events after the filter
                .list();
    }
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        Varve db = Varve.open(engine, Schema.of("logs", LOGS));
        OpenSeries<LogEntry> logs = db.series(LOGS);
        Instant now = clock.instant();
        logs.appendAll(IntStream.range(0, 120)
                .mapToObj(minute -> new LogEntry(
                        "api-gateway",
                        now.minus(Duration.ofMinutes(minute)),
                        "e-" + minute,
                        minute % 20 == 0 ? Level.ERROR : Level.INFO,
                        "request " + minute))
                .toList());
        return List.of(
                "entries of the last hour: " + lastHour(logs, "api-gateway").size(),
                "newest errors of today: "
                        + errorsOfToday(logs, "api-gateway", now).stream()
                                .map(LogEntry::message)
                                .toList());
    }

    public static void main(String[] args) {
        Embedded.print(ApplicationLogs::run);
    }
}
