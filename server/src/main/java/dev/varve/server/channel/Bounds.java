package dev.varve.server.channel;

import dev.varve.server.api.BriefText;

/** The limits of channels beyond those of one request. Each keeps a request, an item or a message small. */
public final class Bounds {

    /** The most channels of one database. Each notice is checked against all of them. */
    public static final int MAX_CHANNELS = 50;

    /** Shorter signing secrets can be guessed from one signed body. */
    static final int MIN_SECRET = 16;

    /** The most alerts that one notice lists; the others are counted. */
    public static final int MAX_LISTED = 20;

    private static final int MAX_REPEATED = 100;

    private Bounds() {}

    /** Returns a caller's text, cut so that an error message can repeat it. */
    static String brief(String text) {
        return BriefText.of(text, MAX_REPEATED);
    }
}
