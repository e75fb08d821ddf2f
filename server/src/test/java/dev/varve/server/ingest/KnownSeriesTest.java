package dev.varve.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.iot.DeviceStatus;
import dev.varve.iot.DynamicReading;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.ReadingLayout;
import dev.varve.server.ServerDatabase;
import dev.varve.server.fleet.intake.Cardinality;
import dev.varve.server.fleet.intake.FleetIntake;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.http.TestServer;
import dev.varve.server.http.limit.Admission;
import dev.varve.server.http.meter.IngestMeter;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lines of series that were stored before are stored like lines of new ones. */
class KnownSeriesTest {

    private static final String[] SERIES = {
        "weather,device=roof",
        "weather,device=roof,location=hall-a",
        "weather,device=roof,location=hall-b",
        "weather,device=cellar,location=hall-a",
        "power,device=cellar,location=hall-a",
        "disk,device=sda1,host=web\\ 1",
        "cpu,host=web1",
        "cpu,host=web1\\,x",
        "café"
    };
    private static final String[] FIELDS = {
        "temperature=21.5",
        "temperature=21.5,humidity=40i",
        "humidity=41,temperature=21",
        "up=true",
        "up=f",
        "état=1",
        "temperature=1e3",
        "note=\"a text\"",
        "temperature=1,note=\"two\nlines\"",
        "a\\ b=3",
        "temperature=",
        "temperature=x",
        "a=1,a=2",
        "f1=1",
        "f2=1",
        "f3=1",
        "f4=1",
        "f5=1",
        "f6=1,temperature=2"
    };

    /** A server whose series become known, or are forgotten after each body. */
    private static final class Site implements AutoCloseable {
        private final InstantSource clock = InstantSource.system();
        private final ServerDatabase database;
        private final FleetView view;
        private final KnownSeries known = new KnownSeries();
        private final TestServer server;

        Site(ReadingLayout layout) {
            database = ServerDatabase.open(new MemoryEngine(clock), "varve", layout);
            view = new FleetView(database.fleet(), clock, new FleetView.Listener() {
                @Override
                public void read(DynamicReading reading) {}

                @Override
                public boolean receivesChanges() {
                    return true;
                }
            });
            view.whenChanged(known::forget);
            server = TestServer.start(new ReadingsApi(
                            new FleetIntake(database.fleet(), view, clock, new Cardinality(6, 6, 3)),
                            known,
                            new Admission(100_000),
                            new Admission(10_000_000),
                            IngestMeter.NONE)
                    .routes());
        }

        String send(String body) {
            HttpResponse<String> answer = server.send("POST", "/write?precision=ms", body);
            return answer.statusCode() + " " + answer.body();
        }

        Map<String, List<DynamicReading>> readings() {
            return database.fleet().readings().identities().list().stream()
                    .map(identity -> identity.text("deviceId"))
                    .collect(Collectors.toMap(
                            id -> id,
                            id -> database.fleet().device(id).readings().list(),
                            (one, other) -> one,
                            TreeMap::new));
        }

        @Override
        public void close() {
            server.close();
            database.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void randomLinesHaveTheSameAnswersAndReadings(ReadingLayout layout) {
        // Whole hours ago, so that both servers find the same clocks early enough.
        long start = Instant.now()
                .truncatedTo(ChronoUnit.HOURS)
                .minus(20, ChronoUnit.HOURS)
                .toEpochMilli();
        for (int seed = 0; seed < 5; seed++) {
            try (Site learning = new Site(layout);
                    Site forgetful = new Site(layout)) {
                SplittableRandom random = new SplittableRandom(seed);
                for (int body = 0; body < 12; body++) {
                    String lines = lines(random, start);
                    assertThat(learning.send(lines))
                            .as("seed %s, body %s: %s", seed, body, lines)
                            .isEqualTo(forgetful.send(lines));
                    forgetful.readings().keySet().forEach(forgetful.known::forget);
                    assertThat(latest(learning)).isEqualTo(latest(forgetful));
                }
                assertThat(learning.readings()).as("seed %s", seed).isEqualTo(forgetful.readings());
            }
        }
    }

    private static List<Optional<DynamicReading>> latest(Site site) {
        site.view.refresh();
        return site.readings().keySet().stream().map(site.view::latest).toList();
    }

    private static String lines(SplittableRandom random, long start) {
        StringBuilder lines = new StringBuilder();
        int count = random.nextInt(1, 30);
        for (int i = 0; i < count; i++) {
            boolean isPlain = random.nextInt(3) > 0;
            lines.append(SERIES[isPlain ? 3 : random.nextInt(SERIES.length)])
                    .append(' ')
                    .append(FIELDS[isPlain ? random.nextInt(3) : random.nextInt(FIELDS.length)])
                    .append(' ')
                    .append(random.nextInt(40) == 0 ? Long.MAX_VALUE : start + 60_000L * random.nextInt(40))
                    .append('\n');
        }
        return lines.toString();
    }

    @ParameterizedTest
    @EnumSource
    void deviceThatIsBeingDeletedGetsNoReading(ReadingLayout layout) {
        try (Site site = new Site(layout)) {
            String line = "weather,device=roof temperature=1 " + Instant.now().toEpochMilli();
            assertThat(site.send(line)).startsWith("204");
            site.database.fleet().devices().setStatus("weather,device=roof", DeviceStatus.DELETING);
            site.view.put(
                    site.database.fleet().devices().find("weather,device=roof").orElseThrow());
            assertThat(site.send(line)).startsWith("422").contains("is being deleted");
        }
    }

    @ParameterizedTest
    @EnumSource
    void bodyThatIsNotUtf8IsRefusedAsAWhole(ReadingLayout layout) {
        try (Site site = new Site(layout)) {
            long now = Instant.now().toEpochMilli();
            assertThat(site.send("weather,device=roof temperature=1 " + now)).startsWith("204");
            var request = site.server
                    .request("/write?precision=ms")
                    .POST(java.net.http.HttpRequest.BodyPublishers.ofByteArray(
                            ("weather,device=roof temperature=2 " + (now - 1) + "\nw\u00ff f=1\n")
                                    .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)));
            assertThat(site.server.send(request).body()).contains("not UTF-8");
            assertThat(site.readings().get("weather,device=roof")).hasSize(1);
        }
    }
}
