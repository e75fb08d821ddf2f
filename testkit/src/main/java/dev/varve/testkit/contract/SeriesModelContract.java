package dev.varve.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.testkit.model.Figures;
import dev.varve.testkit.model.Indexes;
import dev.varve.testkit.model.Repeating;
import dev.varve.testkit.model.SeriesWalk;
import dev.varve.testkit.random.Seeds;
import org.junit.jupiter.api.Test;

/** Random series do what the naive model of a series does. */
public abstract class SeriesModelContract extends EngineContract {

    /** More seeds and operations than these are run with {@code -Dvarve.model.seeds=… -Dvarve.model.operations=…}. */
    private static final int SEEDS = Integer.getInteger("varve.model.seeds", 8);

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
}
