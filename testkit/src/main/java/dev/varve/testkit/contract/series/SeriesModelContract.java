package dev.varve.testkit.contract.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.Engine;
import dev.varve.testkit.contract.table.EngineContract;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import dev.varve.testkit.fault.LaggingIndexes;
import dev.varve.testkit.model.Figures;
import dev.varve.testkit.model.Indexes;
import dev.varve.testkit.model.Repeating;
import dev.varve.testkit.model.SeriesWalk;
import dev.varve.testkit.model.Thoroughness;
import dev.varve.testkit.random.Seeds;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/**
 * Random series behave like a naive model of a series, also if calls fail and indexes lag. For more seeds use {@code
 * -Dvarve.model.seeds=… -Dvarve.model.operations=…} or {@code ./check model}.
 */
public abstract class SeriesModelContract extends EngineContract {

    private final Figures figures = new Figures();

    /** Runs the walks; {@code ground} decorates the engine for each seed. */
    private void walk(LongFunction<SeriesWalk.Ground> ground) {
        Thoroughness wanted = harness().thoroughness().fromProperties();
        Seeds.run(wanted.seeds(), seed -> SeriesWalk.run(seed, wanted.operations(), ground.apply(seed), figures));
        assertThat(figures.of("results compared")).isPositive();
    }

    private SeriesWalk.Ground ground(Engine engine, Repeating repeating, Indexes indexes) {
        return new SeriesWalk.Ground(
                engine,
                clock(),
                harness()::newTableName,
                repeating,
                indexes,
                harness().thoroughness());
    }

    @Test
    void seriesMatchesTheModel() {
        walk(seed -> ground(harness().engine(), Repeating.nothing(), Indexes.following(this::eventually)));
    }

    @Test
    void retriedCallsLoseAndDuplicateNothing() {
        walk(seed -> {
            FaultyEngine faulty = new FaultyEngine(harness().engine(), Faults.none(seed));
            return ground(
                    faulty, Repeating.through(faulty, Repeating.everyFault(seed)), Indexes.following(this::eventually));
        });
    }

    @Test
    void laggingIndexShowsTheStateOfItsLastCatchUp() {
        walk(seed -> {
            LaggingIndexes lagging = new LaggingIndexes(harness().engine());
            return ground(lagging, Repeating.nothing(), Indexes.lagging(lagging));
        });
        // Few walks may by chance draw no series with an index.
        if (harness().thoroughness().fromProperties().equals(Thoroughness.FULL)) {
            assertThat(figures.of("by")).isPositive();
        }
    }
}
