package dev.varve.proofs.kills;

import dev.varve.Varve;
import dev.varve.proofs.kills.VictimFleet.Reading;
import dev.varve.series.OpenSeries;
import dev.varve.testkit.random.Draw;
import java.io.PrintStream;
import java.nio.file.Path;

/** The process that is killed: it appends, corrects and deletes while it rolls up, and prints a byte for each call. */
public final class RollingVictim {

    private RollingVictim() {}

    /** Runs the process; the arguments are the directory and the seed. */
    public static void main(String[] args) {
        PrintStream reports = System.out;
        System.setOut(System.err);
        Varve db = VictimFleet.open(Path.of(args[0]));
        OpenSeries<Reading> readings = db.series(VictimFleet.READINGS);
        db.processing().start();
        Draw draw = new Draw(Long.parseLong(args[1]));
        while (true) {
            Reading reading = reading(draw);
            switch (draw.below(10)) {
                case 0 -> readings.correct(reading);
                case 1 -> readings.delete(reading);
                default -> readings.append(reading);
            }
            reports.write(1);
            reports.flush();
        }
    }

    /** Draws a reading; few clocks and devices, so that calls collide. */
    private static Reading reading(Draw draw) {
        int minutes = draw.below((int) VictimFleet.LENGTH.toMinutes() - 12 * 60);
        return new Reading(
                draw.oneOf(VictimFleet.DEVICES),
                VictimFleet.START.plusSeconds(60L * minutes),
                "hall-" + draw.below(3),
                draw.below(1_000) / 10.0);
    }
}
