package dev.varve.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VarveExceptionTest {

    @Test
    void typeDecidesWhetherToRetry() {
        assertThat(new Rejected("c", "m").retry()).isEqualTo(Retry.NEVER);
        assertThat(new CorruptData("c", "m").retry()).isEqualTo(Retry.NEVER);
        assertThat(new Throttled("c", "m").retry()).isEqualTo(Retry.LATER);
        assertThat(new Unavailable("c", "m").retry()).isEqualTo(Retry.LATER);
        assertThat(new OutcomeUnknown("c", "m").retry()).isEqualTo(Retry.IF_IDEMPOTENT);
    }

    @Test
    void everyErrorCarriesCodeTextAndCause() {
        var cause = new IllegalStateException("why");
        Stream.of(
                        new Rejected("c", "m", cause),
                        new CorruptData("c", "m", cause),
                        new Throttled("c", "m", cause),
                        new Unavailable("c", "m", cause),
                        new OutcomeUnknown("c", "m", cause))
                .forEach(error -> {
                    assertThat(error.code()).isEqualTo("c");
                    assertThat(error).hasMessage("m").hasCause(cause);
                });
    }
}
