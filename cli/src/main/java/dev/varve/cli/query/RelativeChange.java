package dev.varve.cli.query;

import dev.varve.cli.show.Tone;
import org.jspecify.annotations.Nullable;

/** How a number changed, as a share of what it was. */
public final class RelativeChange {

    private RelativeChange() {}

    /** Returns a change as a share: {@code +12 %}. */
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
