package dev.varve.item.internal;

import dev.varve.item.InstantFormat;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.key.Tick;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes instants in one format. */
public record InstantCodec(InstantFormat format) implements Codec<Instant> {

    @Override
    public ValueType type() {
        return switch (format) {
            case SECONDS, MILLIS, NANOS -> ValueType.TEXT;
            case EPOCH_SECONDS, EPOCH_MILLIS -> ValueType.NUMBER;
        };
    }

    @Override
    public Value write(Instant instant) {
        return switch (format) {
            case SECONDS -> new Value.Text(InstantText.write(exact(instant, Tick.SECONDS), Tick.SECONDS));
            case MILLIS -> new Value.Text(InstantText.write(exact(instant, Tick.MILLIS), Tick.MILLIS));
            case NANOS -> new Value.Text(InstantText.write(instant, Tick.NANOS));
            case EPOCH_SECONDS -> Num.of(exact(instant, Tick.SECONDS).getEpochSecond());
            case EPOCH_MILLIS -> Num.of(millis(exact(instant, Tick.MILLIS)));
        };
    }

    @Override
    public Instant read(@Nullable Value value) {
        if (value == null) {
            throw MappingError.missing();
        }
        return switch (format) {
            case SECONDS, MILLIS, NANOS -> InstantText.read(ScalarCodecs.toText(value, "Instant"));
            case EPOCH_SECONDS -> seconds(value);
            case EPOCH_MILLIS -> Instant.ofEpochMilli(NumberConversion.toLong(value));
        };
    }

    private Instant exact(Instant instant, Tick tick) {
        if (!tick.floor(instant).equals(instant)) {
            throw new MappingError(
                    "record.instant-precision",
                    "instant %s is finer than %s: truncate it or choose a finer format"
                            .formatted(InstantText.show(instant), format));
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
        long seconds = NumberConversion.toLong(value);
        if (seconds < Instant.MIN.getEpochSecond() || seconds > Instant.MAX.getEpochSecond()) {
            throw new MappingError(
                    "record.overflow",
                    "NUMBER %s is not an Instant in seconds. Is the unit milliseconds or nanoseconds?"
                            .formatted(value));
        }
        return Instant.ofEpochSecond(seconds);
    }
}
