package dev.varve.key;

import java.util.Locale;

/** A calendar unit that divides time into buckets, from the finest to the coarsest. */
public enum Grain {
    MINUTE,
    HOUR,
    DAY,
    MONTH,
    YEAR;

    /** Returns the word that names this grain in a template, such as {@code hour} in {@code {at:hour}}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
