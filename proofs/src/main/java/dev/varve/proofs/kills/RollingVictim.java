package dev.varve.proofs.kills;

import dev.varve.proofs.kills.VictimFleet.Reading;
import dev.varve.series.OpenSeries;
import dev.varve.testkit.random.Draw;
import java.io.PrintStream;
import java.nio.file.Path;

/** The process that is killed: it appends, corrects and deletes while it rolls up, and prints a byte for each call. */
public final class RollingVictim {

    private RollingVictim() {}

    /** Readings are flushed after one of so many calls, on average. */
    private static final int FLUSH = 150;

    /** Runs the process; the arguments are the directory, the seed and the form of the readings. */
    public static void main(String[] args) {
        PrintStream reports = System.out;
        System.setOut(System.err);
        VictimFleet fleet = VictimFleet.open(Path.of(args[0]), VictimFleet.Form.valueOf(args[2]));
        OpenSeries<Reading> readings = fleet.readings();
        fleet.processing().start();
        Draw draw = new Draw(Long.parseLong(args[1]));
        Draw pauses = new Draw(Long.parseLong(args[1]) + 1);
        while (true) {
            Call call = Call.draw(draw);
            switch (call.kind()) {
                case 0 -> readings.correct(call.reading());
                case 1 -> readings.delete(call.reading());
                default -> readings.append(call.reading());
            }
            reports.write(1);
            reports.flush();
            if (pauses.below(FLUSH) == 0) {
                fleet.flush();
            }
        }
    }

    /**
     * A call of the process.
     *
     * @param kind 0 corrects, 1 deletes, anything else appends
     */
    record Call(Reading reading, int kind) {
        static Call draw(Draw draw) {
            return new Call(drawReading(draw), draw.below(10));
        }
    }

    /** Draws a reading; few clocks and devices, so that calls collide. */
    private static Reading drawReading(Draw draw) {
        int minutes = draw.below((int) VictimFleet.LENGTH.toMinutes() - 12 * 60);
        return new Reading(
                draw.oneOf(VictimFleet.DEVICES),
                VictimFleet.START.plusSeconds(60L * minutes),
                "hall-" + draw.below(3),
                draw.below(1_000) / 10.0);
    }
}
