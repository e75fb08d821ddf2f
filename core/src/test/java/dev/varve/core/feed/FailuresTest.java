package dev.varve.core.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.core.Rejected;
import dev.varve.core.item.Utf8;
import org.junit.jupiter.api.Test;

class FailuresTest {

    /** A change that fails is set aside with this text: one that cannot be stored would hold up the feed. */
    @Test
    void textOfAFailureCanBeStored() {
        for (int i = 0; i < 4; i++) {
            String text = Failures.text(new IllegalStateException("x".repeat(950 + i) + "😀".repeat(50)));
            assertThat(text).hasSizeBetween(999, 1_000);
            assertThat(Utf8.length(text)).isPositive();
        }
        assertThat(Failures.text(new IllegalStateException("half \ud83d"))).endsWith("half ?");
    }

    @Test
    void tableThatRefusesTheProcessIsNoFaultOfAChange() {
        assertThat(Failures.isTransient(Rejected.outage("table.access", "not authorized", null)))
                .isTrue();
        assertThat(Failures.isTransient(new Rejected("item.too-large", "too large")))
                .isFalse();
    }
}
