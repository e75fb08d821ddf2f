package dev.varve.testkit.contract;

import dev.varve.testkit.EngineHarness;
import org.junit.jupiter.api.Nested;

/** Every contract at once: the whole of what an engine, or a decorator of one, must do. */
public abstract class AllContracts {

    /** Returns a new harness; it is closed after the test. */
    protected abstract EngineHarness newHarness() throws Exception;

    @Nested
    class Keys extends KeysContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Items extends ItemsContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }

    @Nested
    class Conditions extends ConditionsContract {
        @Override
        protected EngineHarness newHarness() throws Exception {
            return AllContracts.this.newHarness();
        }
    }
}
