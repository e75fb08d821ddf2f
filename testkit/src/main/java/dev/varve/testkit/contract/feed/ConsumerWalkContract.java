package dev.varve.testkit.contract.feed;

import dev.varve.table.BlockingTable;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.Faults.Fault;
import dev.varve.testkit.fault.FaultyEngine;
import dev.varve.testkit.model.Thoroughness;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import org.junit.jupiter.api.Test;

/** Each change is handled eventually, despite all failures, and an item's changes are first delivered in order. */
public abstract class ConsumerWalkContract extends ConsumingContract {

    private static final int SEEDS = 25;
    private static final int SAMPLES = 4;

    @Test
    void noChangeIsLostOrReordered() {
        int seeds = harness().thoroughness().equals(Thoroughness.FULL) ? SEEDS : SAMPLES;
        Seeds.run(seeds, seed -> {
            Draw draw = new Draw(seed);
            BlockingTable table = openPlain();
            BlockingTable state = draw.chance(50) ? table : openPlain();
            FaultyEngine engine = new FaultyEngine(harness().engine(), faults(seed, draw));
            ConsumerWalk walk = new ConsumerWalk(
                    draw,
                    clock(),
                    table,
                    feed(table),
                    engine.open(state.schema()).join());
            for (int i = 0; i < 120; i++) {
                walk.step();
            }
            engine.meet(Faults.none(seed));
            walk.finish();
            walk.check();
        });
    }

    private static Faults faults(long seed, Draw draw) {
        return Faults.none(seed)
                .with(Fault.THROTTLED, draw.below(6))
                .with(Fault.UNAVAILABLE, draw.below(6))
                .with(Fault.UNSENT, draw.below(6))
                .with(Fault.LOST, draw.below(6));
    }
}
