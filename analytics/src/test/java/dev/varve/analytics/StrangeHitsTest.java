package dev.varve.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random requests are stored, dropped, or rejected with a code. */
class StrangeHitsTest {

    private static final String[] PIECES = {
        "https://example.com",
        "/",
        "?",
        "utm_source=",
        "%",
        "%C3",
        "\uD800",
        "\uDC00",
        "😀",
        "\u0000",
        "\n",
        " ",
        "#",
        "ü",
        "my-site",
        "a".repeat(200),
        "01KPNK1QR0ABCDEFGHJKMNPQRS",
        "2001:db8::1",
        "192.0.2.1",
        "Mozilla/5.0",
        "Googlebot/",
    };

    @Test
    void randomRequestsAreAcceptedOrRejected() {
        MutableClock clock = new MutableClock();
        Varve db = Varve.on(new MemoryEngine(clock)).clock(clock).open(Analytics.schema("analytics"));
        AnalyticsStore store = AnalyticsStore.on(db)
                .clock(clock)
                .random(new SplittableRandom(1))
                .enrichment(AnalyticsContract.ENRICHMENT)
                .open();
        store.createSite(Site.of(AnalyticsContract.SITE, "My site"));
        int[] accepted = {0};
        Seeds.run(500, seed -> {
            Draw draw = new Draw(seed);
            try {
                HitRequest.Builder request =
                        HitRequest.event(mostly(draw, "pageview"), mostly(draw, "https://example.com/a"));
                if (draw.chance(50)) {
                    request.domain(mostly(draw, AnalyticsContract.SITE));
                } else {
                    request.site(mostly(draw, AnalyticsContract.SITE));
                }
                request.sender(mostly(draw, AnalyticsContract.IP), mostly(draw, AnalyticsContract.CHROME))
                        .referrer(text(draw))
                        .prop(text(draw), text(draw))
                        .revenue(new BigDecimal(draw.nextLong()), mostly(draw, "EUR"));
                if (draw.chance(20)) {
                    request.id(text(draw));
                }
                store.ingest(request.build());
                accepted[0]++;
            } catch (Rejected refused) {
                assertThat(refused.code()).startsWith("hit.");
                assertThat(refused.getMessage().length()).isLessThan(400);
            }
        });
        assertThat(accepted[0]).isPositive();
        assertThat(store.pageViews(AnalyticsContract.SITE, Instant.EPOCH, Instant.MAX)
                        .list())
                .isNotEmpty();
    }

    private static String mostly(Draw draw, String valid) {
        return draw.chance(80) ? valid : text(draw);
    }

    private static String text(Draw draw) {
        StringBuilder text = new StringBuilder();
        for (int i = draw.below(6); i > 0; i--) {
            text.append(draw.chance(80) ? draw.oneOf(PIECES) : Character.toString(draw.below(0x3000)));
        }
        return text.toString();
    }
}
