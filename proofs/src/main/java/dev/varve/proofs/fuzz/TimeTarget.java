package dev.varve.proofs.fuzz;

import dev.varve.server.http.route.TimeText;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Fuzzes times as people write them. */
final class TimeTarget implements FuzzTarget {

    @Override
    public String name() {
        return "time";
    }

    @Override
    public Trial<?> draw(Draw draw) {
        Instant now = SampleDraw.RECEIVED;
        Instant at = new SampleDraw(draw).at();
        int number = draw.below(1_000);
        return switch (draw.below(5)) {
            case 0 -> trial("now", now);
            case 1 -> trial("-" + number + "h", now.minus(Duration.ofHours(number)));
            case 2 -> trial("-" + number + "w", now.minus(Duration.ofDays(7L * number)));
            case 3 -> {
                Instant day = at.truncatedTo(ChronoUnit.DAYS);
                yield trial(day.toString().substring(0, 10), day);
            }
            default -> trial(written(at, draw), at);
        };
    }

    private static Trial<Instant> trial(String text, Instant meaning) {
        return new Trial<>(text, read -> TimeText.parse(read, SampleDraw.RECEIVED), meaning);
    }

    /** Writes an instant of whole milliseconds. */
    static String written(Instant at, Draw draw) {
        return switch (draw.below(3)) {
            case 0 -> String.valueOf(at.toEpochMilli());
            case 1 -> {
                // Close to the first and the last representable instant, no offset can be written.
                int hours = Math.abs(at.getEpochSecond()) < 60_000_000_000L ? draw.between(-12, 14) : 0;
                yield at.atOffset(ZoneOffset.ofHours(hours)).toString();
            }
            default -> at.toString();
        };
    }
}
