package dev.varve.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.Engine;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.DynamoDbLocal;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every example has the same output on every engine. */
@ParameterizedClass
@EnumSource(ExamplesTest.On.class)
class ExamplesTest {

    enum On {
        MEMORY,
        ROCKSDB,
        DYNAMODB
    }

    /** The tables of the examples have different names, so they can share a database. */
    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    private final MutableClock clock = new MutableClock();

    @Parameter
    private On on;

    @TempDir
    private Path directory;

    private Engine newEngine() {
        return switch (on) {
            case MEMORY -> new MemoryEngine(clock);
            case ROCKSDB ->
                RocksDbEngine.open(
                        directory.resolve("data"),
                        RocksDbOptions.defaults().clock(clock).durability(Durability.WRITTEN_TO_OS));
            case DYNAMODB ->
                DynamoDbEngine.builder()
                        .clock(clock)
                        .tableTimeout(Duration.ofSeconds(10))
                        .streams(LOCAL.database().streams())
                        .over(LOCAL.client());
        };
    }

    private void assertPrints(Embedded.Example example, String... lines) throws Exception {
        try (Engine engine = newEngine()) {
            assertThat(example.run(engine, clock)).containsExactly(lines);
        }
    }

    @Test
    void applicationLogs() throws Exception {
        assertPrints(
                ApplicationLogs::run,
                "entries of the last hour: 60",
                "newest errors of today: [request 0, request 20, request 40]");
    }

    @Test
    void packedTelemetry() throws Exception {
        assertPrints(
                PackedTelemetry::run,
                "stored: 120",
                "duplicates of a second attempt: 120",
                "events of the last hour: 59",
                "newest: 21.983333333333334");
    }

    @Test
    void userActivity() throws Exception {
        assertPrints(
                UserActivity::run,
                "activities of seven days: 7",
                "newest two: [logout, login]",
                "most recent: logout",
                "in pages: 4 and 4",
                "corrected: true");
    }

    @Test
    void accountTransactions() throws Exception {
        assertPrints(
                AccountTransactions::run,
                "rent is booked: true, sent again: true",
                "without its token: Duplicate",
                "december: [bonus, salary, rent-12] = 1800.00",
                "landlord: 800.30");
    }

    @Test
    void sensorAggregates() throws Exception {
        assertPrints(
                SensorAggregates::run,
                "sent again: Cancelled",
                "hours: [100, 10] readings",
                "average of the day: 17.27");
    }

    @Test
    void shardedWrites() throws Exception {
        assertPrints(
                ShardedWrites::run,
                "applied: 100",
                "sent again: 100 duplicates",
                "partitions: 10",
                "read in order: true",
                "latest: 99.0");
    }

    @Test
    void monthSpanning() throws Exception {
        assertPrints(
                MonthSpanning::run,
                "partitions: 2, found [01-31, 02-14, 02-28]",
                "partitions: 16, found [01-31, 02-14, 02-28]");
    }

    @Test
    void locationIndex() throws Exception {
        assertPrints(
                LocationIndex::run, "in building-a: [thermostat-2, thermostat-1]", "anomalies of a week: [4.0, 35.0]");
    }

    @Test
    void sharedComponents() throws Exception {
        assertPrints(
                SharedComponents::run,
                "stops of U4: [Harbour, Market]",
                "same trip: true",
                "attributes: [vehicleId, route, driver, at, station]");
    }

    @Test
    void fourTables() throws Exception {
        assertPrints(FourTables::run, "latest: building-3", "hours: [21.0]", "anomalies: 1");
    }

    @Test
    void currentState() throws Exception {
        assertPrints(
                CurrentState::run,
                "stale, current is cabinet-D",
                "acct-1 has d-7 in cabinet-D",
                "events: 2",
                "an older status is Late",
                "status: up after [down, up]");
    }

    @Test
    void deviceRegistry() throws Exception {
        assertPrints(
                DeviceRegistry::run,
                "created twice: Exists",
                "with an old version: VersionConflict",
                "in maintenance: Warehouse Temp B",
                "firmware 2.1.0, version 2");
    }

    @Test
    void deviceAlerts() throws Exception {
        assertPrints(
                DeviceAlerts::run,
                "would have opened in minute 5, for the reading of minute 3",
                "OPENED silent",
                "unresolved: 0");
    }

    @Test
    void sensorFleet() throws Exception {
        assertPrints(
                SensorFleet::run,
                "Warehouse Temp B at hall-4: 27.0, 2 readings, 1 day, 1 alert",
                "active 2, silent 1, latest 2",
                "critical 0, anomalies 1",
                "hall 3 had 27.0 on average",
                "readings as numbers: 2",
                "registered by its reading: fan-7");
    }

    @Test
    void warehouseRollups() throws Exception {
        assertPrints(
                WarehouseRollups::run,
                "the last seven days are 7 rows",
                "average of today: 83.64",
                "hours with what was before them: 3, points of a chart: 8",
                "the north hall had 10 readings in the first hour",
                "78 rows of 2 series compared, 0 wrong, 0 sealed");
    }

    @Test
    void siteVisitors() throws Exception {
        assertPrints(
                SiteVisitors::run,
                "visitors of each day: [10], of the week: 52",
                "99 of 100 pages took at most 100.0 ms, today's quantiles are [50.0, 90.0, 100.0]",
                "/ was read 42 times",
                "/about was read 28 times");
    }

    @Test
    void buildingMeters() throws Exception {
        assertPrints(
                BuildingMeters::run,
                "meter-1 used 3.5 kWh today, 250 W on average, resets: 1",
                "both used 11.5 kWh",
                "high for 25 minutes, 2 changes",
                "dirty for 33 % of the hour, 150.0 m³/h on average",
                "known in the next hour: PT10M");
    }

    @Test
    void ownMeasure() throws Exception {
        assertPrints(OwnMeasure::run, "6 of 12 readings were hot");
    }

    @Test
    void siteSessions() throws Exception {
        assertPrints(
                SiteSessions::run,
                "blog: 1 session, on the day from 2060-04-19T22:00:00Z on",
                "shop: 1 session, on the day from 2060-04-19T04:00:00Z on",
                "Europe/Berlin; Asia/Kolkata since 2060-04-21T18:30:00Z");
    }

    @Test
    void webAnalytics() throws Exception {
        assertPrints(
                WebAnalytics::run,
                "a hit of April 2026: hit.too-late",
                "stored as new: true",
                "/blog by newsletter, Email",
                "bots: 1",
                "1 visitors, 1 sessions, 1 page views",
                "more visitors than before: false; pages: [/blog]; by mail: 1, from HITS",
                "reads a post: 1",
                "Purchase: 1",
                "through the funnel: 1",
                "now 1, in the half hour 1",
                "erased 1 of 6 kinds: true");
    }
}
