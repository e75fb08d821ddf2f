package dev.varve.analytics;

import static dev.varve.analytics.AnalyticsContract.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.analytics.internal.HitIds;
import dev.varve.analytics.internal.IpAddress;
import dev.varve.error.Rejected;
import dev.varve.table.Key;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The limits of hit requests, which are checked before anything is read or written. */
class HitRequestTest {

    private static HitRequest.Builder event() {
        return HitRequest.event("x", "https://example.com");
    }

    @Test
    void limitsAreThoseOfPlausible() {
        HitRequest.Builder full = event().site("s").sender("::1", "agent");
        for (int i = 0; i < 30; i++) {
            full.prop("k" + i, "v".repeat(2_000));
        }
        assertThat(full.build().props).hasSize(30);
        assertRejected(
                "hit.props",
                "an event has more than 30 properties, which is the limit: send fewer",
                () -> full.prop("more", "v"));
        assertRejected(
                "hit.prop-key",
                "the key of a property has 301 characters; the limit is 300",
                () -> event().prop("k".repeat(301), "v"));
        assertRejected(
                "hit.prop-value",
                "the value of property k has 2001 characters; the limit is 2000",
                () -> event().prop("k", "v".repeat(2_001)));
        assertRejected(
                "hit.name",
                "the name of an event has 121 characters; give 1 to 120, not only spaces",
                () -> HitRequest.event("x".repeat(121), "https://example.com"));
        assertRejected("hit.name", null, () -> HitRequest.event(" ", "https://example.com"));
    }

    @Test
    void siteAndSenderAreRequired() {
        assertRejected(
                "hit.no-site",
                "the hit has no site: give site or domain",
                () -> event().sender("::1", "agent").build());
        assertRejected(
                "hit.no-sender",
                "the hit has no sender, which identifies the visitor: give the IP address and the user agent",
                () -> event().site("s").build());
    }

    @Test
    void revenueNeedsAValidCurrencyAndAStorableNumber() {
        assertRejected(
                "hit.currency",
                "the currency is not a code of three capital letters; give one such as EUR",
                () -> event().revenue(BigDecimal.ONE, "euro"));
        assertRejected("hit.revenue", null, () -> event().revenue(new BigDecimal("1E-40"), "EUR"));
        assertRejected("hit.revenue", null, () -> event().revenue(new BigDecimal("1E+400"), "EUR"));
    }

    @Test
    void addressesAreParsedAndHostNamesRefused() {
        assertThat(List.of("192.0.2.1", "::1", "2001:DB8::a", "::ffff:192.0.2.1", " 192.0.2.1 "))
                .allSatisfy(text -> assertThat(IpAddress.parse(text)).isNotNull());
        assertThat(IpAddress.parse("::ffff:192.0.2.1")).isEqualTo(IpAddress.parse("192.0.2.1"));
        for (String bad : List.of(
                "",
                "localhost",
                "1.2.3",
                "256.1.1.1",
                "1.2.3.4:80",
                ":",
                ":::",
                "fe80::1%eth0",
                "[::1]",
                "dead",
                "01.2.3.4",
                "1.2.3.4, 5.6.7.8")) {
            assertRejected("hit.ip", null, () -> IpAddress.parse(bad));
        }
    }

    @Test
    void idContainsItsTime() {
        Seeds.run(200, seed -> {
            Draw draw = new Draw(seed);
            Instant at = Instant.ofEpochMilli(draw.nextLong() >>> 18);
            HitIds id = HitIds.next(at, new java.util.SplittableRandom(seed));
            assertThat(id.at()).isEqualTo(at);
            assertThat(HitIds.parse(id.text())).isEqualTo(id);
            String broken = id.text().substring(0, draw.below(26)) + "U";
            assertRejected("hit.id", null, () -> HitIds.parse(broken));
        });
        assertThat(HitIds.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").at()).isEqualTo(Instant.ofEpochMilli(1_469_922_850_259L));
        assertThat(HitIds.parse("01arz3ndektsv4rrffq69g5fav").text()).isEqualTo("01ARZ3NDEKTSV4RRFFQ69G5FAV");
        assertRejected("hit.id", null, () -> HitIds.parse("7ZZZZZZZZZZZZZZZZZZZZZZZZZ"));
        assertRejected("hit.id", null, () -> HitIds.parse("81ARZ3NDEKTSV4RRFFQ69G5FAV"));
    }

    @Test
    void randomIdsAndAddressesAreParsedOrRejected() {
        Seeds.run(500, seed -> {
            Draw draw = new Draw(seed);
            StringBuilder text = new StringBuilder();
            for (int i = draw.below(40); i > 0; i--) {
                text.append(
                        draw.chance(70)
                                ? draw.oneOf("0", "1", "9", "A", "f", ":", ".", "Z")
                                : Character.toString(draw.below(0x2000)));
            }
            for (Runnable read :
                    List.<Runnable>of(() -> HitIds.parse(text.toString()), () -> IpAddress.parse(text.toString()))) {
                try {
                    read.run();
                } catch (Rejected refused) {
                    assertThat(refused.code()).isIn("hit.id", "hit.ip");
                }
            }
        });
    }

    @Test
    void keysByRoleAreLiteral() {
        Instant at = Instant.parse("2024-01-15T10:30:05.250Z");
        LocalDate day = LocalDate.parse("2024-01-15");
        assertThat(AnalyticsKeys.site("my-site")).isEqualTo(Key.of("SITE#my-site", "METADATA"));
        assertThat(AnalyticsKeys.pageView("my-site", at, "pv-123"))
                .isEqualTo(Key.of("SITE#my-site", "PV#2024-01-15T10:30:05Z#pv-123"));
        assertThat(AnalyticsKeys.event("my-site", at, "e-1"))
                .isEqualTo(Key.of("SITE#my-site", "EVENT#2024-01-15T10:30:05Z#e-1"));
        assertThat(AnalyticsKeys.session("my-site", "s-1")).isEqualTo(Key.of("SITE#my-site", "SESSION#s-1"));
        assertThat(AnalyticsKeys.visitor("my-site", "v-1")).isEqualTo(Key.of("SITE#my-site", "VISITOR#v-1"));
        assertThat(AnalyticsKeys.goal("my-site", "g-1")).isEqualTo(Key.of("SITE#my-site", "GOAL#g-1"));
        assertThat(AnalyticsKeys.funnel("my-site", "f-1")).isEqualTo(Key.of("SITE#my-site", "FUNNEL#f-1"));
        assertThat(AnalyticsKeys.hourStats("my-site", at))
                .isEqualTo(Key.of("SITE#my-site", "STATS#hour#2024-01-15T10:00:00Z"));
        assertThat(AnalyticsKeys.dayStats("my-site", day)).isEqualTo(Key.of("SITE#my-site", "STATS#day#2024-01-15"));
        assertThat(AnalyticsKeys.monthStats("my-site", YearMonth.from(day)))
                .isEqualTo(Key.of("SITE#my-site", "STATS#month#2024-01"));
        assertThat(AnalyticsKeys.realtime("my-site", at))
                .isEqualTo(Key.of("SITE#my-site", "REALTIME#2024-01-15T10:30"));
        assertThat(AnalyticsKeys.byDate("my-site", at)).isEqualTo(Key.of("SITE#my-site", "DATE#2024-01-15"));
        assertThat(AnalyticsKeys.byHour("my-site", at))
                .isEqualTo(Key.of("SITE#my-site", "PERIOD#hour#2024-01-15T10:00:00Z"));
        assertThat(AnalyticsKeys.byDay("my-site", day)).isEqualTo(Key.of("SITE#my-site", "PERIOD#day#2024-01-15"));
        assertThat(AnalyticsKeys.byMonth("my-site", YearMonth.from(day)))
                .isEqualTo(Key.of("SITE#my-site", "PERIOD#month#2024-01"));
        assertThat(AnalyticsKeys.byVisitor("v-1", at)).isEqualTo(Key.of("VISITOR#v-1", "2024-01-15T10:30:05.250Z"));
    }
}
