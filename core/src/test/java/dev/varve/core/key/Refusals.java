package dev.varve.core.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.core.Rejected;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Asserts that a call is refused. */
final class Refusals {

    private Refusals() {}

    static void assertRefused(String code, ThrowingCallable call) {
        Rejected refused = catchThrowableOfType(Rejected.class, call);
        assertThat(refused).as("refused with %s", code).isNotNull();
        assertThat(refused.code()).isEqualTo(code);
    }

    static void assertRefused(String code, String message, ThrowingCallable call) {
        assertRefused(code, call);
        assertThat(catchThrowableOfType(Rejected.class, call)).hasMessage(message);
    }
}
