package dev.varve.proofs.crash;

import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.proofs.Arguments;
import dev.varve.proofs.Proof;
import dev.varve.proofs.TempFolder;
import dev.varve.testkit.random.Draw;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Kills processes that write to one embedded database, one after the other, and checks that no acknowledged write is
 * lost.
 */
public final class CrashProof implements Proof {

    private static final int MOST_ACKNOWLEDGED = 4000;
    private static final int SHOWN_PROBLEMS = 10;
    /** The number of rounds per directory; a new directory keeps the audits short. */
    private static final int ROUNDS_PER_DIRECTORY = 10;

    private final PrintStream out;

    public CrashProof(PrintStream out) {
        this.out = out;
    }

    @Override
    public String name() {
        return "crash";
    }

    @Override
    public String usage() {
        return "[--rounds N] [--seed S]  kills N writing processes with SIGKILL and audits the database";
    }

    @Override
    public int run(String[] args) throws Exception {
        Arguments arguments = Arguments.of(args, "rounds", "seed");
        int rounds = arguments.number("rounds", 5);
        long seed = arguments.number("seed", 1);
        long acknowledged = 0;
        for (int first = 0; first < rounds; first += ROUNDS_PER_DIRECTORY) {
            try (TempFolder folder = TempFolder.create("varve-crash")) {
                CrashAudit audit = new CrashAudit();
                JournalCrashAudit journal = new JournalCrashAudit();
                for (int round = first; round < Math.min(rounds, first + ROUNDS_PER_DIRECTORY); round++) {
                    long count = round(folder.path().resolve("db"), audit, journal, new CrashWorkload(seed, round));
                    if (count < 0) {
                        out.println("replay with: ./check crash --rounds %s --seed %s".formatted(rounds, seed));
                        return 1;
                    }
                    acknowledged += count;
                }
            }
        }
        out.println(
                "crash: %s rounds, %s acknowledged writes, all there; no half transaction; indexes, change log and journal agree; rows of packed readings equal a recount"
                        .formatted(rounds, acknowledged));
        return 0;
    }

    /** Returns the number of acknowledged writes, or −1 if the audit found a problem. */
    private long round(Path directory, CrashAudit audit, JournalCrashAudit journal, CrashWorkload workload)
            throws IOException, InterruptedException {
        int killAfter = new Draw(workload.seed() * 31 + workload.round()).below(MOST_ACKNOWLEDGED);
        int[] acknowledged = Victim.run(directory, workload, killAfter);
        long count = Arrays.stream(acknowledged).sum();
        try (RocksDbEngine engine = RocksDbEngine.open(directory)) {
            List<String> problems = new ArrayList<>(audit.of(engine, workload, acknowledged));
            JournalSteps steps = new JournalSteps(workload.seed(), workload.round());
            problems.addAll(journal.of(engine, steps, acknowledged[JournalSteps.WRITER]));
            // The last audit: it closes the engine.
            problems.addAll(PackedCrashAudit.of(
                    engine, new PackedSteps(workload.seed(), workload.round()), acknowledged[PackedSteps.WRITER]));
            if (problems.isEmpty()) {
                out.println("round %s: %s writes acknowledged, all there".formatted(workload.round(), count));
                return count;
            }
            out.println("round %s: %s problems".formatted(workload.round(), problems.size()));
            problems.stream().limit(SHOWN_PROBLEMS).forEach(out::println);
            return -1;
        }
    }
}
