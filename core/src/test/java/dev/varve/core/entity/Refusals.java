package dev.varve.core.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.varve.core.Rejected;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Asserts a refusal whole: its code and its message. */
final class Refusals {

    private Refusals() {}

    static void assertRejected(ThrowingCallable call, String code, String message) {
        assertThatExceptionOfType(Rejected.class)
                .isThrownBy(call)
                .withMessage(message)
                .satisfies(rejected -> assertThat(rejected.code()).isEqualTo(code));
    }
}
