package dev.varve.proofs.model;

import dev.varve.proofs.Arguments;
import dev.varve.proofs.Proof;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import dev.varve.testkit.fault.LaggingIndexes;
import dev.varve.testkit.model.Figures;
import dev.varve.testkit.model.Indexes;
import dev.varve.testkit.model.Repeating;
import dev.varve.testkit.model.SeriesWalk;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicInteger;

/** Compares random series with a naive model: without faults, with failing calls, and with lagging indexes. */
public final class ModelProof implements Proof {

    private static final int PROGRESS = 10;

    /**
     * How often an index assertion is repeated: DynamoDB Local updates indexes at once, but a read may come in between.
     */
    private static final int CHANCES = 100;

    private final PrintStream out;
    private final AtomicInteger tables = new AtomicInteger();

    public ModelProof(PrintStream out) {
        this.out = out;
    }

    @Override
    public String name() {
        return "model";
    }

    @Override
    public String usage() {
        return "[--seeds N] [--ops M] [--seed S] [--engine memory|rocksdb|dynamodb]  N random series from seed S on, M"
                + " operations each, against a naive model: without faults, with faults, with lagging indexes";
    }

    @Override
    public int run(String[] args) throws IOException {
        Arguments arguments =
                Arguments.of(args, "seeds", "ops", "seed", "engine=" + String.join("|", ModelSubject.ALL));
        int seeds = arguments.number("seeds", arguments.has("seed") ? 1 : 20);
        int ops = arguments.number("ops", 100);
        long first = arguments.number("seed", 1);
        String engine = arguments.word("engine", "memory");
        long last = first + seeds - 1;
        Figures figures = new Figures();
        try (ModelSubject subject = ModelSubject.open(engine)) {
            for (long seed = first; seed <= last; seed++) {
                try {
                    walk(subject, seed, ops, figures);
                } catch (AssertionError e) {
                    out.println(e.getMessage());
                    out.println("the model and %s differ; replay with: ./check model --ops %s --seed %s --engine %s"
                            .formatted(engine, ops, seed, engine));
                    return 1;
                }
                if (seed % PROGRESS == 0) {
                    out.println("seed " + seed + " of " + last);
                }
            }
        }
        figures.counts().forEach((what, count) -> out.println("  %8s  %s".formatted(count, what)));
        out.println("model: %s seeds x 3 walks x %s operations on %s: no difference".formatted(seeds, ops, engine));
        return 0;
    }

    private void walk(ModelSubject subject, long seed, int ops, Figures figures) {
        Indexes following = Indexes.following(ModelProof::eventually);
        SeriesWalk.run(
                seed,
                ops,
                new SeriesWalk.Ground(
                        subject.engine(),
                        subject.clock(),
                        this::tableName,
                        Repeating.nothing(),
                        following,
                        subject.thoroughness()),
                figures);
        FaultyEngine faulty = new FaultyEngine(subject.engine(), Faults.none(seed));
        SeriesWalk.run(
                seed,
                ops,
                new SeriesWalk.Ground(
                        faulty,
                        subject.clock(),
                        this::tableName,
                        Repeating.through(faulty, Repeating.everyFault(seed)),
                        following,
                        subject.thoroughness()),
                figures);
        LaggingIndexes lagging = new LaggingIndexes(subject.engine());
        SeriesWalk.run(
                seed,
                ops,
                new SeriesWalk.Ground(
                        lagging,
                        subject.clock(),
                        this::tableName,
                        Repeating.nothing(),
                        Indexes.lagging(lagging),
                        subject.thoroughness()),
                figures);
    }

    private static void eventually(Runnable assertion) {
        for (int chance = 0; chance < CHANCES; chance++) {
            try {
                assertion.run();
                return;
            } catch (AssertionError e) {
                Thread.onSpinWait();
            }
        }
        assertion.run();
    }

    private String tableName() {
        return "model-" + tables.incrementAndGet();
    }
}
