package dev.varve.core.item;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes instants in one form. */
record InstantCodec(InstantForm form) implements Codec<Instant> {

    private static final int NANOS_PER_MILLI = 1_000_000;

    @Override
    public ValueType type() {
        return switch (form) {
            case SECONDS, MILLIS, NANOS -> ValueType.TEXT;
            case EPOCH_SECONDS, EPOCH_MILLIS -> ValueType.NUMBER;
        };
    }

    @Override
    public Value write(Instant instant) {
        return switch (form) {
            case SECONDS -> new Value.Text(InstantText.write(exact(instant, InstantText.NANOS_PER_SECOND), 0));
            case MILLIS -> new Value.Text(InstantText.write(exact(instant, NANOS_PER_MILLI), 3));
            case NANOS -> new Value.Text(InstantText.write(instant, 9));
            case EPOCH_SECONDS ->
                Num.of(exact(instant, InstantText.NANOS_PER_SECOND).getEpochSecond());
            case EPOCH_MILLIS -> Num.of(millis(exact(instant, NANOS_PER_MILLI)));
        };
    }

    @Override
    public Instant read(@Nullable Value value) {
        if (value == null) {
            throw Misfit.missing();
        }
        return switch (form) {
            case SECONDS, MILLIS, NANOS -> InstantText.read(Scalars.toText(value, "Instant"));
            case EPOCH_SECONDS -> seconds(value);
            case EPOCH_MILLIS -> Instant.ofEpochMilli(Numbers.toLong(value));
        };
    }

    @SuppressWarnings("JavaInstantGetSecondsGetNano") // Only the fraction can be too fine.
    private Instant exact(Instant instant, int stepNanos) {
        if (instant.getNano() % stepNanos != 0) {
            throw new Misfit(
                    "record.instant-precision",
                    "instant %s is finer than %s: truncate it or choose a finer form"
                            .formatted(InstantText.show(instant), form));
        }
        return instant;
    }

    private static long millis(Instant instant) {
        try {
            return instant.toEpochMilli();
        } catch (ArithmeticException e) {
            throw InstantText.outOfRange(instant);
        }
    }

    private static Instant seconds(Value value) {
        long seconds = Numbers.toLong(value);
        if (seconds < Instant.MIN.getEpochSecond() || seconds > Instant.MAX.getEpochSecond()) {
            throw new Misfit(
                    "record.overflow",
                    "NUMBER %s is no Instant in seconds. Is the unit milliseconds or nanoseconds?".formatted(value));
        }
        return Instant.ofEpochSecond(seconds);
    }
}
