package dev.varve.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.Engine;
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
 * Random series do what the naive model of a series does, also if calls fail and indexes lag. More of it is run with
 * {@code -Dvarve.model.seeds=… -Dvarve.model.operations=…}, or by {@code ./check model}.
 */
public abstract class SeriesModelContract extends EngineContract {

    private final Figures figures = new Figures();

    /** Makes walks over the engine as it is decorated for each seed. */
    private void walk(LongFunction<SeriesWalk.Ground> ground) {
        Thoroughness asked = harness().thoroughness().asAsked();
        Seeds.run(asked.seeds(), seed -> SeriesWalk.run(seed, asked.operations(), ground.apply(seed), figures));
        assertThat(figures.of("answers compared")).isPositive();
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
    void seriesDoesWhatTheModelDoes() {
        walk(seed -> ground(harness().engine(), Repeating.nothing(), Indexes.following(this::eventually)));
    }

    @Test
    void nothingIsLostOrDoubledWhenCallsFailAndAreRepeated() {
        walk(seed -> {
            FaultyEngine faulty = new FaultyEngine(harness().engine(), Faults.none(seed));
            return ground(
                    faulty, Repeating.through(faulty, Repeating.everyFault(seed)), Indexes.following(this::eventually));
        });
    }

    @Test
    void indexShowsExactlyWhatWasThereWhenItCaughtUp() {
        walk(seed -> {
            LaggingIndexes lagging = new LaggingIndexes(harness().engine());
            return ground(lagging, Repeating.nothing(), Indexes.lagging(lagging));
        });
        // A few walks may happen to draw no series with an index.
        if (harness().thoroughness().asAsked().equals(Thoroughness.FULL)) {
            assertThat(figures.of("by")).isPositive();
        }
    }
}
