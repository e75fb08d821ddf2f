package dev.varve.cli.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.show.Tone;

/** How a number changed, as a share of what it was. */
public final class RelativeChange {

    private RelativeChange() {}

    /** Returns a change as a share: {@code +12 %}. */
    public static String text(JsonNode change) {
        if (!change.isNumber()) {
            return "–";
        }
        long percent = Math.round(change.asDouble() * 100);
        return (percent > 0 ? "+" : "") + percent + " %";
    }

    public static Tone tone(JsonNode change) {
        if (!change.isNumber() || change.asDouble() == 0) {
            return Tone.FAINT;
        }
        return change.asDouble() > 0 ? Tone.GOOD : Tone.BAD;
    }
}
