package dev.varve.proofs.kills;

import dev.varve.proofs.Arguments;
import dev.varve.proofs.ChildProcess;
import dev.varve.proofs.Proof;
import dev.varve.proofs.TempFolder;
import dev.varve.testkit.random.Draw;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Kills processes that append and roll up, one after the other, and checks that the final rows are exact. */
public final class KillsProof implements Proof {

    private static final int MOST_CALLS = 3_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final PrintStream out;

    public KillsProof(PrintStream out) {
        this.out = out;
    }

    @Override
    public String name() {
        return "kills";
    }

    @Override
    public String usage() {
        return "[--rounds N] [--seed S] [--packed]  kills N processes that roll up with SIGKILL, looks for their acknowledged"
                + " readings, as items or packed, and counts their rows again";
    }

    @Override
    public int run(String[] args) throws Exception {
        Arguments arguments = Arguments.of(args, "rounds", "seed", "packed=");
        int rounds = arguments.number("rounds", 3);
        long seed = arguments.number("seed", 1);
        VictimFleet.Form form = arguments.has("packed") ? VictimFleet.Form.PACKED : VictimFleet.Form.ITEMS;
        AcknowledgedReadings acknowledged = new AcknowledgedReadings();
        long rows = 0;
        long calls = 0;
        try (TempFolder folder = TempFolder.create("varve-kills")) {
            Path directory = folder.path().resolve("db");
            for (int round = 0; round < rounds; round++) {
                Draw draw = new Draw(seed * 1_000_003 + round);
                Victim victim = new Victim(directory, draw.between(1, 1_000_000), form);
                long completed = victim.killed(draw.between(1, MOST_CALLS));
                calls += completed;
                try (VictimFleet fleet = VictimFleet.open(directory, form)) {
                    List<String> problems =
                            new ArrayList<>(acknowledged.problems(victim.seed(), completed, fleet.readings()));
                    fleet.flush();
                    fleet.processing().catchUp(PATIENCE);
                    RecountedRows recounted = new RecountedRows(fleet.readings());
                    problems.addAll(recounted.problems());
                    if (!problems.isEmpty()) {
                        problems.stream().limit(10).forEach(out::println);
                        out.println("replay with: ./check kills --rounds %s --seed %s%s"
                                .formatted(rounds, seed, form == VictimFleet.Form.PACKED ? " --packed" : ""));
                        return 1;
                    }
                    rows += recounted.rows();
                    out.println("round %s: %s rows match their readings".formatted(round, recounted.rows()));
                }
            }
        }
        out.println("kills: %s rounds, %s calls, none lost; %s rows of series and groups counted again, none wrong"
                .formatted(rounds, calls, rows));
        return 0;
    }

    /** A process that is killed. */
    private record Victim(Path directory, long seed, VictimFleet.Form form) {

        /** Kills the process after this many completed calls; returns how many it completed in the end. */
        long killed(int calls) throws IOException, InterruptedException {
            Process process =
                    ChildProcess.start(RollingVictim.class, directory.toString(), Long.toString(seed), form.name());
            try (InputStream reports = process.getInputStream()) {
                for (int i = 0; i < calls; i++) {
                    if (reports.read() < 0) {
                        throw new IllegalStateException("the process died by itself; see its error output");
                    }
                }
                // Unlike the process, its handle leaves the stream open, which still holds reports.
                process.toHandle().destroyForcibly();
                process.waitFor();
                return (long) calls + reports.readAllBytes().length;
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }
}
