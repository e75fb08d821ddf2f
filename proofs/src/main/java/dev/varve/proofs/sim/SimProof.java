package dev.varve.proofs.sim;

import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.memory.MemoryEngine;
import dev.varve.proofs.Arguments;
import dev.varve.proofs.Proof;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.model.Figures;
import dev.varve.testkit.sim.RollupSim;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Simulates rollups with faults, and compares their rows with the accepted writes. */
public final class SimProof implements Proof {

    private static final int PROGRESS = 100;

    private final PrintStream out;

    public SimProof(PrintStream out) {
        this.out = out;
    }

    @Override
    public String name() {
        return "sim";
    }

    @Override
    public String usage() {
        return "[--seeds N] [--steps M] [--seed S] [--engine memory|rocksdb] [--packed]  N simulated rollups from seed S on, M steps each:"
                + " writers, clock, expiry, feed, failing and overlapping workers; compares all rows with the accepted writes";
    }

    @Override
    public int run(String[] args) throws IOException {
        Arguments arguments = Arguments.of(args, "seeds", "steps", "seed", "engine=memory|rocksdb", "packed=");
        int seeds = arguments.number("seeds", arguments.has("seed") ? 1 : 100);
        int steps = arguments.number("steps", RollupSim.STEPS);
        long first = arguments.number("seed", 1);
        String engine = arguments.word("engine", "memory");
        RollupSim.Form form = arguments.has("packed") ? RollupSim.Form.PACKED : RollupSim.Form.ITEMS;
        long last = first + seeds - 1;
        Figures figures = new Figures();
        for (long seed = first; seed <= last; seed++) {
            try {
                simulate(engine, form, seed, steps, figures);
            } catch (AssertionError e) {
                out.println(e.getMessage());
                out.println(
                        "rows do not match the accepted writes; replay with: ./check sim --steps %s --seed %s --engine %s%s"
                                .formatted(steps, seed, engine, form == RollupSim.Form.PACKED ? " --packed" : ""));
                return 1;
            }
            if (seed % PROGRESS == 0) {
                out.println("seed " + seed + " of " + last);
            }
        }
        figures.counts().forEach((what, count) -> out.println("  %8s  %s".formatted(count, what)));
        out.println("sim: %s seeds x %s steps on %s: every row matches the accepted writes"
                .formatted(seeds, steps, engine));
        return 0;
    }

    private static void simulate(String engine, RollupSim.Form form, long seed, int steps, Figures figures)
            throws IOException {
        MutableClock clock = new MutableClock();
        if (engine.equals("memory")) {
            try (MemoryEngine memory = new MemoryEngine(clock)) {
                RollupSim.run(
                        seed,
                        steps,
                        new RollupSim.Ground(memory, clock, () -> "sim", memory::sweepExpired, form),
                        figures);
            }
            return;
        }
        Path directory = Files.createTempDirectory("varve-sim");
        RocksDbOptions options = RocksDbOptions.defaults()
                .clock(clock)
                .durability(Durability.WRITTEN_TO_OS)
                .withoutSweeper();
        try (RocksDbEngine rocks = RocksDbEngine.open(directory.resolve("db"), options)) {
            RollupSim.run(
                    seed, steps, new RollupSim.Ground(rocks, clock, () -> "sim", rocks::sweepExpired, form), figures);
        } finally {
            remove(directory);
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
