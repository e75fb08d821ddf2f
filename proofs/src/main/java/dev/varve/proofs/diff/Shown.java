package dev.varve.proofs.diff;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Formats values for messages: long paddings are cut. */
final class Shown {

    private static final Pattern PADDING = Pattern.compile("x{40,}");

    private Shown() {}

    static String of(@Nullable Object object) {
        return PADDING.matcher(String.valueOf(object))
                .replaceAll(match -> "x…" + match.group().length());
    }
}
