package dev.varve.testkit.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.table.Request;
import dev.varve.table.TableSchema;
import dev.varve.testkit.MutableClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeedsTest {

    @Test
    void everySeedIsRun() {
        List<Long> seeds = new ArrayList<>();
        Seeds.run(3, seeds::add);
        assertThat(seeds).containsExactly(1L, 2L, 3L);
    }

    @Test
    void failureNamesItsSeedAndHowToReplayIt() {
        assertThatThrownBy(() -> Seeds.run(5, seed -> assertThat(seed).isLessThan(3)))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("seed 3 failed; replay it alone with -Dvarve.seed=3");
    }

    @Test
    void sameSeedDrawsTheSameRequests() {
        assertThat(requests(5)).isEqualTo(requests(5)).isNotEqualTo(requests(6));
    }

    private static List<Request> requests(long seed) {
        TableSchema schema =
                TableSchema.named("draws").index("gsi1", "gsi1pk", "gsi1sk").build();
        Draw draw = new Draw(seed);
        RandomRequests requests = new RandomRequests(draw, schema, new MutableClock());
        return draw.times(100, requests::next);
    }
}
