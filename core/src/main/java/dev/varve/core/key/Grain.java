package dev.varve.core.key;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The length of a bucket of time, from the finest to the coarsest. */
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

    static Optional<Grain> ofWord(String word) {
        return Arrays.stream(values())
                .filter(grain -> grain.word().equals(word))
                .findFirst();
    }
}
