package dev.varve.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import dev.varve.testkit.fault.LaggingIndexes;
import dev.varve.testkit.model.Figures;
import dev.varve.testkit.model.Indexes;
import dev.varve.testkit.model.Repeating;
import dev.varve.testkit.model.SeriesWalk;
import dev.varve.testkit.random.Seeds;
import org.junit.jupiter.api.Test;

/** Random series do what the naive model of a series does, also if calls fail and indexes lag. */
public abstract class SeriesModelContract extends EngineContract {

    /** More seeds and operations than these are run with {@code -Dvarve.model.seeds=… -Dvarve.model.operations=…}. */
    private static final int SEEDS = Integer.getInteger("varve.model.seeds", 6);

    private static final int OPERATIONS = Integer.getInteger("varve.model.operations", 40);

    @Test
    void seriesDoesWhatTheModelDoes() {
        Figures figures = new Figures();
        Seeds.run(
                SEEDS,
                seed -> SeriesWalk.run(
                        seed,
                        OPERATIONS,
                        new SeriesWalk.Ground(
                                harness().engine(),
                                clock(),
                                harness()::newTableName,
                                Repeating.nothing(),
                                Indexes.following(this::eventually),
                                harness().thoroughness()),
                        figures));
        assertThat(figures.of("answers compared")).isPositive();
    }

    @Test
    void nothingIsLostOrDoubledWhenCallsFailAndAreRepeated() {
        Figures figures = new Figures();
        Seeds.run(SEEDS, seed -> {
            FaultyEngine faulty = new FaultyEngine(harness().engine(), Faults.none(seed));
            SeriesWalk.run(
                    seed,
                    OPERATIONS,
                    new SeriesWalk.Ground(
                            faulty,
                            clock(),
                            harness()::newTableName,
                            Repeating.through(faulty, Repeating.everyFault(seed)),
                            Indexes.following(this::eventually),
                            harness().thoroughness()),
                    figures);
        });
        assertThat(figures.of("answers compared")).isPositive();
    }

    @Test
    void indexShowsExactlyWhatWasThereWhenItCaughtUp() {
        Figures figures = new Figures();
        Seeds.run(SEEDS, seed -> {
            LaggingIndexes lagging = new LaggingIndexes(harness().engine(), clock());
            SeriesWalk.run(
                    seed,
                    OPERATIONS,
                    new SeriesWalk.Ground(
                            lagging,
                            clock(),
                            harness()::newTableName,
                            Repeating.nothing(),
                            Indexes.lagging(lagging),
                            harness().thoroughness()),
                    figures);
        });
        assertThat(figures.of("by")).isPositive();
    }
}
