package dev.varve.server.ops;

import dev.varve.engine.Engine;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.contract.AllContracts;

/** A metered engine passes every contract. */
class MeteredEngineContractTest extends AllContracts {

    private record Harness(Engine engine, MutableClock clock) implements EngineHarness {}

    @Override
    protected EngineHarness newHarness() {
        MutableClock clock = new MutableClock();
        return new Harness(MeteredEngine.of(new MemoryEngine(clock), used -> {}), clock);
    }
}
