package dev.varve.server.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Throttled;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class HitRateTest {

    private static final Instant NOON = Instant.parse("2060-04-20T12:00:00Z");
    private static final int BURST = 5 * HitRate.BURST_SECONDS;

    private final HitRate rate = new HitRate(5);

    private int accepted(String address, String site, Instant at, int sent) {
        int taken = 0;
        for (int i = 0; i < sent; i++) {
            try {
                rate.take(address, site, at);
                taken++;
            } catch (Throttled refused) {
                assertThat(refused.code()).isEqualTo("event.rate");
            }
        }
        return taken;
    }

    @Test
    void addressCanSendABurstAndThenTheRate() {
        assertThat(accepted("a", "blog", NOON, 1_000)).isEqualTo(BURST);
        assertThat(accepted("a", "blog", NOON.plusSeconds(1), 1_000)).isEqualTo(5);
        assertThat(accepted("a", "blog", NOON.plusSeconds(3), 1_000)).isEqualTo(10);
        assertThat(accepted("a", "blog", NOON.plusSeconds(3_600), 1_000)).isEqualTo(BURST);
    }

    @Test
    void largestRateRefusesNothing() {
        HitRate largest = new HitRate(Integer.MAX_VALUE);
        assertThatCode(() -> largest.take("a", "blog", NOON)).doesNotThrowAnyException();
    }

    @Test
    void addressesAndSitesHaveSeparateLimits() {
        assertThat(accepted("a", "blog", NOON, 1_000)).isEqualTo(BURST);
        assertThat(accepted("a", "shop", NOON, 1_000)).isEqualTo(BURST);
        assertThat(accepted("b", "blog", NOON, 1_000)).isEqualTo(BURST);
    }

    @Test
    void clockSetBackDoesNotRestoreTheLimit() {
        assertThat(accepted("a", "blog", NOON, 1_000)).isEqualTo(BURST);
        assertThatThrownBy(() -> rate.take("a", "blog", NOON.minusSeconds(60))).isInstanceOf(Throttled.class);
        assertThat(accepted("a", "blog", NOON.minusSeconds(59), 1_000)).isEqualTo(5);
    }

    @Test
    void memoryIsBounded() {
        for (int i = 0; i < HitRate.MAX_BUCKETS + 100; i++) {
            rate.take("address " + i, "blog", NOON);
        }
        assertThat(rate.buckets()).isEqualTo(HitRate.MAX_BUCKETS);
    }
}
