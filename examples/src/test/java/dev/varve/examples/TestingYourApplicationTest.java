package dev.varve.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Throttled;
import dev.varve.examples.WarehouseRollups.Reading;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.History;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import dev.varve.testkit.fault.LaggingIndexes;
import dev.varve.testkit.local.DynamoDbLocal;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The guide to testing an application shows these tests. */
class TestingYourApplicationTest {

    // guide: memory engine
    @Test
    void readingsExpireAfterThirtyDays() {
        MutableClock clock = new MutableClock();
        try (Varve db = Varve.open(new MemoryEngine(clock), "telemetry", FirstSteps.READINGS)) {
            db.series(FirstSteps.READINGS).append(new FirstSteps.Reading("sensor_01", clock.instant(), 22.4));

            clock.advance(Duration.ofDays(30));

            assertThat(db.series(FirstSteps.READINGS).latest("sensor_01")).isEmpty();
        }
    }
    // guide: end

    // guide: background work
    @Test
    void hourlyRowsFollowTheReadings() {
        MutableClock clock = new MutableClock();
        Instant hour = clock.instant();
        try (Varve db = Varve.open(new MemoryEngine(clock), "warehouse", WarehouseRollups.READINGS)) {
            db.series(WarehouseRollups.READINGS).append(new Reading("sensor_01", hour, "north", 20, 90));
            db.series(WarehouseRollups.READINGS)
                    .append(new Reading("sensor_01", hour.plusSeconds(60), "north", 22, 90));

            db.processing().catchUp(Duration.ofSeconds(10)); // what a server does in the background

            assertThat(db.series(WarehouseRollups.READINGS)
                            .rollups("sensor_01")
                            .hourly()
                            .between(hour, hour.plusSeconds(1))
                            .list())
                    .singleElement()
                    .satisfies(row -> assertThat(row.avg("temperature")).hasValue(21));
        }
    }
    // guide: end

    // guide: DynamoDB Local
    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    @Test
    void readingsAreStoredInDynamoDb() {
        MutableClock clock = new MutableClock();
        Engine engine = DynamoDbEngine.builder()
                .clock(clock)
                .streams(LOCAL.database().streams())
                .over(LOCAL.client());
        try (Varve db = Varve.open(engine, "telemetry", FirstSteps.READINGS)) {
            FirstSteps.Reading reading = new FirstSteps.Reading("sensor_01", clock.instant(), 22.4);
            db.series(FirstSteps.READINGS).append(reading);

            assertThat(db.series(FirstSteps.READINGS).latestConsistent("sensor_01"))
                    .hasValue(reading);
        }
    }
    // guide: end

    // guide: faults
    @Test
    void appendIsRepeatedUntilItIsStored() {
        MutableClock clock = new MutableClock();
        FaultyEngine engine = new FaultyEngine(new MemoryEngine(clock), Faults.none(7));
        try (Varve db = Varve.open(engine, "telemetry", FirstSteps.READINGS)) {
            FirstSteps.Reading reading = new FirstSteps.Reading("sensor_01", clock.instant(), 22.4);
            engine.meet(Faults.none(7).throttled(30).lost(30)); // the seed replays the same faults

            boolean isStored = false;
            while (!isStored) {
                try {
                    isStored = db.series(FirstSteps.READINGS).append(reading).isStored();
                } catch (Throttled | OutcomeUnknown e) {
                    // Not written, or perhaps written: either way it is safe to append it again.
                }
            }

            engine.meet(Faults.none(7));
            assertThat(db.series(FirstSteps.READINGS).history("sensor_01").list())
                    .containsExactly(reading);
        }
    }
    // guide: end

    // guide: lagging indexes
    @Test
    void indexSeesTheReadingLater() {
        MutableClock clock = new MutableClock();
        LaggingIndexes engine = new LaggingIndexes(new MemoryEngine(clock));
        Instant now = clock.instant();
        try (Varve db = Varve.open(engine, "located", LocationIndex.READINGS)) {
            db.series(LocationIndex.READINGS)
                    .append(new LocationIndex.Reading("thermostat-1", "building-a", now, 21.5, false));
            History<LocationIndex.Reading> inBuilding = db.series(LocationIndex.READINGS)
                    .by("byLocation", "building-a")
                    .between(now, now.plusSeconds(1));
            assertThat(inBuilding.list()).isEmpty();

            engine.catchUp();

            assertThat(inBuilding.list()).hasSize(1);
        }
    }
    // guide: end
}
