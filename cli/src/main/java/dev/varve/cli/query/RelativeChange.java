package dev.varve.cli.query;

import dev.varve.cli.show.Tone;
import org.jspecify.annotations.Nullable;

/** The change of a number, relative to its earlier value. */
public final class RelativeChange {

    private RelativeChange() {}

    /** Returns a relative change as a percentage: {@code +12 %}. */
    public static String text(@Nullable Double change) {
        if (change == null) {
            return "–";
        }
        long percent = Math.round(change * 100);
        return (percent > 0 ? "+" : "") + percent + " %";
    }

    public static Tone tone(@Nullable Double change) {
        if (change == null || change == 0) {
            return Tone.FAINT;
        }
        return change > 0 ? Tone.GOOD : Tone.BAD;
    }
}
