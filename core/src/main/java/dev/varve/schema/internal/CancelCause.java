package dev.varve.schema.internal;

/**
 * Why a transaction was cancelled, as far as one of its steps is concerned.
 *
 * @param <O> the outcome of the step
 */
public sealed interface CancelCause<O> {

    /** This step could have been carried out. */
    record Other<O>() implements CancelCause<O> {}

    /** The data that the step was planned from has changed: plan it again. */
    record Outdated<O>() implements CancelCause<O> {}

    /** The step's own conditions did not hold. */
    record Refused<O>(O outcome) implements CancelCause<O> {}
}
