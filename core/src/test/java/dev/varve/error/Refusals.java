package dev.varve.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Asserts that a call is rejected. */
public final class Refusals {

    private Refusals() {}

    /** Asserts only the code; the message is tested elsewhere. */
    public static void assertRejected(String code, ThrowingCallable call) {
        rejected(code, call);
    }

    public static void assertRejected(String code, String message, ThrowingCallable call) {
        assertThat(rejected(code, call)).hasMessage(message);
    }

    public static void assertRejected(ThrowingCallable call, String code, String message) {
        assertRejected(code, message, call);
    }

    private static Rejected rejected(String code, ThrowingCallable call) {
        Rejected rejected = catchThrowableOfType(Rejected.class, call);
        assertThat(rejected).as("rejection with %s", code).isNotNull();
        assertThat(rejected.code()).isEqualTo(code);
        return rejected;
    }
}
