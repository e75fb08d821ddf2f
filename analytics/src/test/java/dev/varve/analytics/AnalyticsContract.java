package dev.varve.analytics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.Varve;
import dev.varve.analytics.enrich.Countries;
import dev.varve.analytics.enrich.Enrichment;
import dev.varve.analytics.internal.HitIds;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.key.Tick;
import dev.varve.table.Scan;
import dev.varve.testkit.CountingEngine;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The base of the contracts of the model: an engine, a database with one site, and hits. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.varve.analytics.TestEngine#all")
abstract class AnalyticsContract {

    static final String SITE = "my-site";
    static final String IP = "203.0.113.77";
    static final String CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
            + " Chrome/126.0.0.0 Safari/537.36";
    static final String BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

    /** Shared by all tests, because it is slow to create and has no state. */
    static final Enrichment ENRICHMENT = Enrichment.with(Countries.bundled());

    final MutableClock clock = new MutableClock();
    final String table = "analytics-" + EngineHarness.TABLES.incrementAndGet();
    private final SplittableRandom random = new SplittableRandom(1);

    @Parameter
    private TestEngine testEngine;

    @TempDir
    private Path directory;

    CountingEngine engine;
    Varve db;
    AnalyticsStore store;

    @BeforeEach
    void open() {
        engine = new CountingEngine(testEngine.open(clock, directory));
        db = openDatabase();
        store = open(db);
        store.createSite(Site.of(SITE, "My site").withDomains("example.com"));
    }

    @AfterEach
    void closeEngine() {
        if (engine != null) {
            engine.close();
        }
    }

    /** Opens the table once more, as another process would. */
    final Varve openDatabase() {
        return Varve.on(engine).clock(clock).open(Analytics.schema(table));
    }

    final AnalyticsStore open(Varve opened) {
        return opening(opened).open();
    }

    final AnalyticsStore.Opening opening(Varve opened) {
        return AnalyticsStore.on(opened).clock(clock).random(random.split()).enrichment(ENRICHMENT);
    }

    static HitRequest.Builder view(String path) {
        return HitRequest.pageView("https://www.example.com" + path).site(SITE).sender(IP, CHROME);
    }

    final HitRequest viewAt(Instant at) {
        return view("/").id(ulid(at)).build();
    }

    /** Returns a new unique id of this time. */
    final String ulid(Instant at) {
        return HitIds.next(at, random).text();
    }

    static IngestResult.Accepted accepted(IngestResult result) {
        assertThat(result).isInstanceOf(IngestResult.Accepted.class);
        return (IngestResult.Accepted) result;
    }

    static String visitorOf(IngestResult result) {
        return accepted(result).hit().visitorId();
    }

    final List<Item> contents() {
        return db.table(table).stream(Scan.all().consistent()).toList();
    }

    /** Returns the items whose sort key has this prefix. */
    final List<Item> stored(String sortPrefix) {
        return contents().stream()
                .filter(item -> item.text("sk").startsWith(sortPrefix))
                .toList();
    }

    static Instant at(String text) {
        return Tick.MILLIS.parse(text).or(() -> Tick.SECONDS.parse(text)).orElseThrow();
    }

    static void assertRejected(String code, @Nullable String message, ThrowingCallable call) {
        Rejected rejected = catchThrowableOfType(Rejected.class, call);
        assertThat(rejected).as("the rejection").isNotNull();
        assertThat(rejected.code()).isEqualTo(code);
        if (message != null) {
            assertThat(rejected).hasMessage(message);
        }
    }
}
