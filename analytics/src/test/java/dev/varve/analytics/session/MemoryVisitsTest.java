package dev.varve.analytics.session;

import dev.varve.testkit.EngineHarness;

class MemoryVisitsTest extends VisitsContract {

    @Override
    EngineHarness newHarness() {
        return TestEngines.memory();
    }
}
