package dev.varve.server.channel;

/** The limits of channels. Each keeps a request, an item or a message small. */
public final class Bounds {

    /** The most channels of one database. Each notice is checked against all of them. */
    public static final int MAX_CHANNELS = 50;

    /** The most rules, and the most locations, in the route of one channel. */
    static final int MAX_ROUTE = 100;

    /** The most recipients of one e-mail channel. */
    static final int MAX_RECIPIENTS = 20;

    /** The most characters of an address, a host, a user or a secret. */
    static final int MAX_TEXT = 2_000;

    /** Shorter signing secrets can be guessed from one signed body. */
    static final int MIN_SECRET = 16;

    /** The most alerts that one notice lists; the others are counted. */
    public static final int MAX_LISTED = 20;

    private static final int MAX_REPEATED = 100;

    private Bounds() {}

    /** Returns a caller's text, cut so that an error message can repeat it. */
    static String brief(String text) {
        return text.length() <= MAX_REPEATED ? text : text.substring(0, MAX_REPEATED) + "…";
    }
}
