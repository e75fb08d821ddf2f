package dev.varve.analytics.stats;

import dev.varve.engine.Engine;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

/** All contracts of statistics, on one engine. */
abstract class StatsContracts {

    /** Returns a new engine with this clock; it is closed after the test. */
    abstract Engine newEngine(MutableClock clock) throws Exception;

    /** Returns how many seeds this engine has time for. */
    abstract int seeds();

    /** Returns for how long there are hits: past the end of the day at least that each beginning is about. */
    Duration length() {
        return Duration.ofDays(3);
    }

    /** Returns how many sessions each site has. */
    abstract int sessions();

    /** Returns how long sites are looked at after their last hit; each hour of it is closed for each zone and series. */
    abstract Duration afterwards();

    @Nested
    class OfRows extends StatsRowsContract {
        @Override
        Engine newEngine(MutableClock clock) throws Exception {
            return StatsContracts.this.newEngine(clock);
        }
    }

    @Nested
    class OfTraffic extends TrafficContract {
        @Override
        Engine newEngine(MutableClock clock) throws Exception {
            return StatsContracts.this.newEngine(clock);
        }

        @Override
        int seeds() {
            return StatsContracts.this.seeds();
        }

        @Override
        Duration length() {
            return StatsContracts.this.length();
        }

        @Override
        int sessions() {
            return StatsContracts.this.sessions();
        }

        @Override
        Duration afterwards() {
            return StatsContracts.this.afterwards();
        }
    }
}
