package dev.varve.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.analytics.enrich.Agent;
import dev.varve.analytics.enrich.Countries;
import dev.varve.analytics.enrich.Enrichment;
import dev.varve.key.Ulid;
import dev.varve.testkit.random.Draw;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimSitesTest {

    private static final Instant MONDAY = Instant.parse("2060-04-19T00:00:00Z");

    private final SimSites sites = new SimSites(1, MONDAY, DemoSites.all(1));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void splitRangesGiveTheSameHits(long seed) {
        Draw draw = new Draw(seed);
        SimSites some = new SimSites(seed, MONDAY, DemoSites.all(1));
        Instant from = MONDAY.plusSeconds(draw.below(1_000_000));
        Instant to = from.plus(Duration.ofHours(8));
        List<SimHit> pieces = new ArrayList<>();
        for (Instant at = from; at.isBefore(to); ) {
            Instant next = at.plusSeconds(1 + draw.below(draw.oneOf(60, 2_000, 20_000)));
            next = next.isAfter(to) ? to : next;
            pieces.addAll(some.arrivals(at, next));
            at = next;
        }
        assertThat(pieces).as("seed %s", seed).isEqualTo(some.arrivals(from, to));
        assertThat(pieces.stream().map(SimHit::id)).as("seed %s", seed).doesNotHaveDuplicates();
    }

    @Test
    void goalsOfTheShopAreSortedById() {
        // A funnel uses the goals in this order by default.
        assertThat(DemoSites.all(1).get(0).goals().stream()
                        .map(goal -> goal.goalId())
                        .toList())
                .containsExactly("browse", "cart", "checkout", "purchase")
                .isSorted();
    }

    @Test
    void idsHoldTheClockOfTheirHit() {
        for (SimHit hit : sites.arrivals(MONDAY, MONDAY.plus(Duration.ofHours(3)))) {
            assertThat(Ulid.clockOf(hit.id())).hasValue(hit.at());
        }
    }

    @Test
    void someHitsAreLateByMinutes() {
        List<SimHit> late = sites.arrivals(MONDAY, MONDAY.plus(Duration.ofDays(1))).stream()
                .filter(hit -> hit.arrivesAt().isAfter(hit.at()))
                .toList();
        assertThat(late).hasSizeGreaterThan(20);
        assertThat(late)
                .allMatch(hit -> Duration.between(hit.at(), hit.arrivesAt()).toMinutes() < 10);
    }

    @Test
    void sitesGrowAndNightsAreQuiet() {
        long before = views(MONDAY.minus(Duration.ofDays(21)), Duration.ofDays(7));
        long after = views(MONDAY, Duration.ofDays(7));
        assertThat(after).isGreaterThan(before * 11 / 10);
        long night = shop(MONDAY.plus(Duration.ofHours(1)));
        long evening = shop(MONDAY.plus(Duration.ofHours(15)));
        assertThat(evening).isGreaterThan(4 * night);
    }

    private long views(Instant from, Duration length) {
        return sites.arrivals(from, from.plus(length)).size();
    }

    private long shop(Instant hour) {
        return sites.arrivals(hour, hour.plus(Duration.ofHours(1))).stream()
                .filter(hit -> hit.siteId().equals(DemoSites.SHOP))
                .count();
    }

    @Test
    void fewerVisitorsBuyThanAddToTheCart() {
        List<SimHit> week = sites.arrivals(MONDAY, MONDAY.plus(Duration.ofDays(7)));
        long carts =
                week.stream().filter(hit -> hit.name().equals("Add to cart")).count();
        long bought = week.stream().filter(hit -> hit.cents() > 0).count();
        assertThat(bought).isPositive().isLessThan(carts);
    }

    @Test
    void addressesBelongToTheirCountries() throws UnknownHostException {
        SplittableRandom random = new SplittableRandom(1);
        try (Countries countries = Countries.bundled()) {
            for (People.Country country : People.COUNTRIES) {
                int right = 0;
                for (int i = 0; i < 100; i++) {
                    InetAddress address = InetAddress.getAllByName(People.address(country, random))[0];
                    right += country.code().equals(countries.of(address)) ? 1 : 0;
                }
                assertThat(right).as(country.code()).isGreaterThan(95);
            }
        }
    }

    @Test
    void userAgentsAreBrowsersAndNotBots() {
        Enrichment enrichment = Enrichment.with(Countries.none());
        SplittableRandom random = new SplittableRandom(1);
        People people = new People();
        for (int i = 0; i < 200; i++) {
            Agent agent = enrichment.agent(people.draw(random).agent());
            assertThat(agent.isBot()).isFalse();
            assertThat(agent.browser()).isNotNull();
            assertThat(agent.device()).isIn("Desktop", "Mobile", "Tablet");
        }
    }
}
