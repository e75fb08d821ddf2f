package dev.varve.testkit.contract.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.varve.Varve;
import dev.varve.entity.Entity;
import dev.varve.entity.EntityQuery;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.VersionHistory;
import dev.varve.error.Rejected;
import dev.varve.series.History;
import dev.varve.series.Series;
import dev.varve.table.BlockingTable;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.testkit.contract.series.SeriesContract;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every kind of page token is rejected if it was truncated, extended or changed in one character. */
public abstract class DamagedTokensContract extends SeriesContract {

    private static final String BASE64_URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    /** An event with a key part after the clock. */
    public record Hit(String site, Instant at, String hitId, String country) {}

    /** An entity with versions. */
    public record Place(String city, String name, int stars, Optional<Long> version) {}

    /** Reads a page, and returns the token that resumes after it. */
    private interface Paged {
        @Nullable
        PageToken next(@Nullable PageToken resume);
    }

    private static void assertDamageIsRefused(Paged list) {
        String text = Objects.requireNonNull(list.next(null)).text();
        // The undamaged token is valid, so a damaged one is rejected because of the damage.
        list.next(new PageToken(text));
        List<String> accepted = new ArrayList<>();
        for (String damaged : damaged(text)) {
            Throwable error = catchThrowable(() -> list.next(new PageToken(damaged)));
            boolean isRefused =
                    error instanceof Rejected rejected && rejected.code().equals("page.token");
            if (!isRefused) {
                accepted.add(damaged + (error == null ? "" : " gives " + error));
            }
        }
        assertThat(accepted).as("damaged forms of %s that were accepted", text).isEmpty();
    }

    /** Returns all truncations at both ends, a change of each character, and some extensions. */
    private static Set<String> damaged(String text) {
        Set<String> all = new LinkedHashSet<>();
        for (int length = 0; length < text.length(); length++) {
            all.add(text.substring(0, length));
            all.add(text.substring(text.length() - length));
        }
        for (int i = 0; i < text.length(); i++) {
            int digit = BASE64_URL.indexOf(text.charAt(i));
            for (int change = 1; change < 64; change *= 2) {
                all.add(text.substring(0, i) + BASE64_URL.charAt(digit ^ change) + text.substring(i + 1));
            }
            all.add(text.substring(0, i) + text.substring(i + 1));
            all.add(text.substring(0, i) + 'A' + text.substring(i));
        }
        for (String more : List.of("A", "AA", "AAAA", "=", "==", " ", "\n", "~", text)) {
            all.add(text + more);
        }
        all.remove(text);
        return all;
    }

    private Function<Boolean, History<Reading>> readings(String partition) {
        Series<Reading> series = Series.of(Reading.class)
                .named("readings")
                .partition(partition)
                .sort("READING#{at}")
                .lookBack(Duration.ofDays(2))
                .build();
        var readings = open(series).series(series);
        for (int i = 0; i < 9; i++) {
            readings.append(reading(-1_700L * i, i));
        }
        return isBackwards -> {
            History<Reading> all = readings.history("d-1").last(Duration.ofDays(1));
            return isBackwards ? all.newestFirst() : all;
        };
    }

    private static Paged paged(History<?> history) {
        return token -> history.limit(2).page(token).next();
    }

    private static Paged paged(EntityQuery<?> query) {
        return token -> query.limit(2).page(token).next();
    }

    @Test
    void damagedTokensOfHistoriesAreRejected() {
        for (String partition : List.of("DEVICE#{deviceId}", "{deviceId}#{at:hour}", "{deviceId}#{at:day}#{shard:3}")) {
            var history = readings(partition);
            assertDamageIsRefused(paged(history.apply(false)));
            assertDamageIsRefused(paged(history.apply(true)));
        }
    }

    @Test
    void damagedTokensOfIndexReadsAreRejected() {
        Series<Hit> series = Series.of(Hit.class)
                .named("hits")
                .partition("SITE#{site}")
                .sort("HIT#{at}#{hitId}")
                .index("gsi1", "COUNTRY#{country}", "{at}")
                .build();
        var hits = open(series).series(series);
        for (int i = 0; i < 7; i++) {
            hits.append(new Hit("s", at(-i / 2), "h" + i, "de"));
        }
        assertDamageIsRefused(paged(hits.history("s")));
        eventually(() -> assertThat(hits.by("gsi1", "de").count()).isEqualTo(7));
        assertDamageIsRefused(paged(hits.by("gsi1", "de")));
        assertDamageIsRefused(paged(hits.by("gsi1", "de").newestFirst()));
    }

    @Test
    void damagedTokensOfEntitiesVersionsAndTheCatalogueAreRejected() {
        Entity<Place> declared = Entity.of(Place.class)
                .named("places")
                .partition("CITY#{city}")
                .sort("PLACE#{name}")
                .index("gsi1", "ALL#{shard:2}", "{name}")
                .versioned("version", VersionHistory.retained())
                .build();
        Varve database = open(declared, READINGS);
        OpenEntities<Place> places = database.entities(declared);
        for (int i = 0; i < 6; i++) {
            places.create(new Place("Köln", "p" + i, 0, Optional.empty()));
            places.patch("Köln", "p0").set("stars", i).run();
            database.series(READINGS).append(new Reading("d-" + i, at(0), i));
        }
        assertDamageIsRefused(paged(places.in("Köln")));
        assertDamageIsRefused(paged(places.in("Köln").descending()));
        assertDamageIsRefused(
                token -> places.versions("Köln", "p0").page(2, token).next());
        eventually(() -> assertThat(places.by("gsi1").count()).isEqualTo(6));
        assertDamageIsRefused(paged(places.by("gsi1")));
        var identities = database.series(READINGS).identities();
        assertDamageIsRefused(token -> identities.page(2, token).next());
    }

    @Test
    void damagedTokensOfQueriesAndScansAreRejected() {
        BlockingTable table = openIndexed();
        for (int i = 0; i < 7; i++) {
            table.put(item("p", "é" + i, "gsi1pk", "g", "gsi1sk", "s" + i));
        }
        Query query = Query.of("p").limit(2);
        assertDamageIsRefused(token -> table.query(query.resume(token)).next());
        assertDamageIsRefused(
                token -> table.query(query.descending().resume(token)).next());
        assertDamageIsRefused(
                token -> table.scan(Scan.all().limit(2).resume(token)).next());
        Query onIndex = Query.of("g").on("gsi1").limit(2);
        eventually(() -> assertThat(table.query(onIndex.limit(9)).items()).hasSize(7));
        assertDamageIsRefused(token -> table.query(onIndex.resume(token)).next());
        assertDamageIsRefused(token ->
                table.scan(Scan.all().on("gsi1").limit(2).resume(token)).next());
    }
}
