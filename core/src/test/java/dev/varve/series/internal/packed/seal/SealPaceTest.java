package dev.varve.series.internal.packed.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class SealPaceTest {

    private static final Instant NOW = Instant.parse("2026-04-20T14:00:00Z");

    private final SealPace pace = new SealPace();

    @Test
    void smallFleetIsLookedAtWithEachTick() {
        assertThat(pace.isDue(NOW, SealPace.IDENTITIES_IN_A_SECOND - 1)).isTrue();
        assertThat(pace.isDue(NOW, SealPace.IDENTITIES_IN_A_SECOND - 1)).isTrue();
    }

    @Test
    void pauseGrowsWithTheFleet() {
        int identities = 3 * SealPace.IDENTITIES_IN_A_SECOND;
        assertThat(pace.isDue(NOW, identities)).isTrue();
        assertThat(pace.isDue(NOW.plusMillis(2_999), identities)).isFalse();
        assertThat(pace.isDue(NOW.plusSeconds(3), identities)).isTrue();
        assertThat(pace.isDue(NOW.plusSeconds(5), identities)).isFalse();
    }

    @Test
    void pauseIsBounded() {
        assertThat(pace.isDue(NOW, Integer.MAX_VALUE)).isTrue();
        assertThat(pace.isDue(NOW.plus(SealPace.MAX_PAUSE).minusMillis(1), Integer.MAX_VALUE))
                .isFalse();
        assertThat(pace.isDue(NOW.plus(SealPace.MAX_PAUSE), Integer.MAX_VALUE)).isTrue();
    }

    @Test
    void clockThatWasSetBackEndsThePause() {
        assertThat(pace.isDue(NOW, Integer.MAX_VALUE)).isTrue();
        assertThat(pace.isDue(NOW.minusSeconds(1), Integer.MAX_VALUE)).isTrue();
    }
}
