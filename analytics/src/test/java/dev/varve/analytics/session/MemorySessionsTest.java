package dev.varve.analytics.session;

import dev.varve.testkit.EngineHarness;

class MemorySessionsTest extends SessionsContract {

    @Override
    EngineHarness newHarness() {
        return TestEngines.memory();
    }
}
