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
import org.jspecify.annotations.Nullable;

/**
 * Collects the values that are read from one key.
 *
 * <p>Methods return the index after the text they read, or -1 if the text does not match. They check only what they
 * need: the caller writes the key again from these values and compares it.
 */
final class KeyReader {

    private static final int MISMATCH = -1;

    private Parts parts = Parts.none();
    private long second = ClockDomain.FIRST_SECOND;
    private int nano;
    private @Nullable String mismatch;

    Parts parts() {
        return parts;
    }

    /** Returns the latest instant of all clock parts: buckets write their start, so the finest part has the latest. */
    Instant clock() {
        return Instant.ofEpochSecond(second, nano);
    }

    /** Returns why the key does not match, or null. */
    @Nullable
    String mismatch() {
        return mismatch;
    }

    int literal(String text, int at, String literal) {
        return text.startsWith(literal, at) ? at + literal.length() : mismatch(text, at, "\"" + literal + "\"");
    }

    int clock(String text, int at, ClockFormat format) {
        long readSecond = format.readSecond(text, at);
        long readNano = format.readNano(text, at);
        if (readSecond == ClockText.BAD || readNano == ClockText.BAD) {
            return mismatch(text, at, "a clock like " + format.pattern());
        }
        later(readSecond, (int) readNano);
        return at + format.width();
    }

    void epoch(long number, Tick tick) {
        long unit = 1_000_000_000L / tick.nanos();
        long readSecond = Math.floorDiv(number, unit);
        if (!ClockDomain.contains(readSecond)) {
            mismatch = "the number " + number + " is outside the years 0001 to 9999";
            return;
        }
        later(readSecond, (int) (number - readSecond * unit) * tick.nanos());
    }

    int free(String text, int at, int end, TemplatePart.Free free) {
        if (at >= end) {
            return mismatch(text, at, "a value of {" + free.name() + "}");
        }
        String encoded = text.substring(at, end);
        if (free.type() == PartType.TEXT) {
            parts = parts.with(free.name(), PartEncoding.decode(encoded));
            return end;
        }
        BigDecimal number = SortableNumber.read(encoded);
        if (number == null) {
            return mismatch(text, at, "a number like p002:42 for {" + free.name() + "}");
        }
        parts = parts.with(free.name(), number);
        return end;
    }

    int skipDigits(String text, int at) {
        int end = at;
        while (end < text.length() && AsciiSet.DIGITS.contains(text.charAt(end))) {
            end++;
        }
        return end == at ? mismatch(text, at, "the number of a shard") : end;
    }

    int mismatch(String text, int at, String expected) {
        mismatch = "\"" + text + "\" does not have " + expected + " at index " + at;
        return MISMATCH;
    }

    void mismatch(String reason) {
        mismatch = reason;
    }

    private void later(long otherSecond, int otherNano) {
        if (otherSecond > second || (otherSecond == second && otherNano > nano)) {
            second = otherSecond;
            nano = otherNano;
        }
    }
}
