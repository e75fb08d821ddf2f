package dev.varve.proofs.diff;

import dev.varve.proofs.Arguments;
import dev.varve.proofs.Proof;
import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;

/** Runs random operations on memory, RocksDB and DynamoDB, and compares each result, error and consumed capacity. */
public final class DiffProof implements Proof {

    private static final int SHRINK_RUNS = 300;
    private static final int PROGRESS = 10;

    private final PrintStream out;

    public DiffProof(PrintStream out) {
        this.out = out;
    }

    @Override
    public String name() {
        return "diff";
    }

    @Override
    public String usage() {
        return "[--seeds N] [--ops M] [--seed S]  N scripts of M random operations, from seed S on, on all engines side by side";
    }

    @Override
    public int run(String[] args) throws Exception {
        Arguments arguments = Arguments.of(args, "seeds", "ops", "seed");
        int seeds = arguments.number("seeds", arguments.has("seed") ? 1 : 20);
        int ops = arguments.number("ops", 300);
        long first = arguments.number("seed", 1);
        long last = first + seeds - 1;
        Map<String, Integer> kinds = new TreeMap<>();
        try (Arena arena = new Arena()) {
            for (long seed = first; seed <= last; seed++) {
                DiffOutcome outcome = arena.run(Script.draw(seed, ops));
                if (outcome instanceof DiffOutcome.Differed differed) {
                    report(arena, Script.draw(seed, ops), ops, differed);
                    return 1;
                }
                ((DiffOutcome.Agreed) outcome).kinds().forEach((kind, count) -> kinds.merge(kind, count, Integer::sum));
                if (seed % PROGRESS == 0) {
                    out.println("seed " + seed + " of " + last);
                }
            }
        }
        kinds.forEach((kind, count) -> out.println("  %7s  %s".formatted(count, kind)));
        out.println("diff: %s seeds x %s operations, %s results compared on each of %s: no difference"
                .formatted(
                        last - first + 1,
                        ops,
                        kinds.values().stream().mapToInt(Integer::intValue).sum(),
                        String.join(", ", Arena.ALL)));
        return 0;
    }

    private void report(Arena arena, Script script, int ops, DiffOutcome.Differed differed) {
        out.println("the engines differ; replay with: ./check diff --ops %s --seed %s".formatted(ops, script.seed()));
        out.println(differed);
        out.println("shrinking…");
        Script small = new Shrink(arena::run, SHRINK_RUNS).of(script, differed);
        out.println(
                "%s steps are enough to reproduce it:".formatted(small.steps().size()));
        new TreeMap<>(small.steps())
                .forEach((number, step) -> out.println("  %4s  %s".formatted(number, Shown.of(step))));
        out.println(arena.run(small));
    }
}
