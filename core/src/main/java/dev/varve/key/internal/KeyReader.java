package dev.varve.key.internal;

import dev.varve.key.PartType;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.internal.text.AsciiSet;
import dev.varve.key.internal.text.ClockDomain;
import dev.varve.key.internal.text.ClockText;
import dev.varve.key.internal.text.PartEncoding;
import dev.varve.key.internal.text.SortableNumber;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects the values that are read from one key.
 *
 * <p>Methods return the index after the text they read, or -1 if the text does not match. They check only what they
 * need: unless the key {@linkplain #isPlain is plain}, the caller writes it again from these values and compares it.
 */
final class KeyReader {

    private static final int MISMATCH = -1;

    private Parts parts = Parts.none();
    private long second = ClockDomain.FIRST_SECOND;
    private int nano;
    private boolean isPlain = true;
    private boolean hasClock;
    // Composed only for a message: most keys of a table belong to other layouts.
    private @Nullable Supplier<String> mismatch;

    Parts parts() {
        return parts;
    }

    /** Returns the latest instant of all clock parts: buckets write their start, so the finest part has the latest. */
    Instant clock() {
        return Instant.ofEpochSecond(second, nano);
    }

    boolean isMismatch() {
        return mismatch != null;
    }

    /** Returns why the key does not match, or null. */
    @Nullable
    String mismatch() {
        return mismatch == null ? null : mismatch.get();
    }

    /**
     * Returns whether a template writes exactly the text that was read: it has one clock, at the tick, and each text once
     * and without encoded characters. Only for templates without epochs.
     */
    boolean isPlain() {
        return isPlain && mismatch == null;
    }

    /** Records that only writing the key again shows whether it is valid. */
    void requireWriting() {
        isPlain = false;
    }

    int literal(String text, int at, String literal) {
        return text.startsWith(literal, at) ? at + literal.length() : mismatch(text, at, () -> "\"" + literal + "\"");
    }

    int clock(String text, int at, ClockFormat format) {
        long readSecond = format.readSecond(text, at);
        long readNano = format.readNano(text, at);
        if (readSecond == ClockText.BAD || readNano == ClockText.BAD) {
            return mismatch(text, at, () -> "a clock like " + format.pattern());
        }
        isPlain &= format.isTick() && !hasClock && readSecond > ClockDomain.FIRST_SECOND;
        hasClock = true;
        later(readSecond, (int) readNano);
        return at + format.width();
    }

    void epoch(long number, Tick tick) {
        long unit = 1_000_000_000L / tick.nanos();
        long readSecond = Math.floorDiv(number, unit);
        if (!ClockDomain.contains(readSecond)) {
            mismatch = () -> "the number " + number + " is outside the years 0001 to 9999";
            return;
        }
        isPlain = false;
        later(readSecond, (int) (number - readSecond * unit) * tick.nanos());
    }

    int free(String text, int at, int end, TemplatePart.Free free, AsciiSet reserved) {
        if (at >= end) {
            return mismatch(text, at, () -> "a value of {" + free.name() + "}");
        }
        String encoded = text.substring(at, end);
        isPlain &= free.type() == PartType.TEXT && !parts.has(free.name()) && PartEncoding.isPlain(encoded, reserved);
        if (free.type() == PartType.TEXT) {
            parts = parts.with(free.name(), PartEncoding.decode(encoded));
            return end;
        }
        BigDecimal number = SortableNumber.read(encoded);
        if (number == null) {
            return mismatch(text, at, () -> "a number like p002:42 for {" + free.name() + "}");
        }
        parts = parts.with(free.name(), number);
        return end;
    }

    int skipDigits(String text, int at) {
        isPlain = false;
        int end = at;
        while (end < text.length() && AsciiSet.DIGITS.contains(text.charAt(end))) {
            end++;
        }
        return end == at ? mismatch(text, at, () -> "the number of a shard") : end;
    }

    int mismatch(String text, int at, Supplier<String> expected) {
        mismatch = () -> "\"" + text + "\" does not have " + expected.get() + " at index " + at;
        return MISMATCH;
    }

    void mismatch(Supplier<String> reason) {
        mismatch = reason;
    }

    private void later(long otherSecond, int otherNano) {
        if (otherSecond > second || (otherSecond == second && otherNano > nano)) {
            second = otherSecond;
            nano = otherNano;
        }
    }
}
