package dev.varve.feed.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Rejected;
import dev.varve.item.internal.Utf8;
import org.junit.jupiter.api.Test;

class FailureClassifierTest {

    /** The text is stored with the dead letter. A text that cannot be stored would block the feed. */
    @Test
    void textOfAFailureCanBeStored() {
        for (int i = 0; i < 4; i++) {
            String text = FailureClassifier.text(new IllegalStateException("x".repeat(950 + i) + "😀".repeat(50)));
            assertThat(text).hasSizeBetween(999, 1_000);
            assertThat(Utf8.length(text)).isPositive();
        }
        assertThat(FailureClassifier.text(new IllegalStateException("half \ud83d")))
                .endsWith("half ?");
    }

    @Test
    void deniedAccessToTheTableIsTransient() {
        assertThat(FailureClassifier.isTransient(Rejected.outage("table.access", "not authorized", null)))
                .isTrue();
        assertThat(FailureClassifier.isTransient(new Rejected("item.too-large", "too large")))
                .isFalse();
    }
}
