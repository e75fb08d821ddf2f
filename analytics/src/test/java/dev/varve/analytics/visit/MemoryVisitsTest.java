package dev.varve.analytics.visit;

import dev.varve.testkit.EngineHarness;

class MemoryVisitsTest extends VisitsContract {

    @Override
    EngineHarness newHarness() {
        return TestEngines.memory();
    }
}
