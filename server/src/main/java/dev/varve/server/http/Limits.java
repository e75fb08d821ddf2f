package dev.varve.server.http;

/**
 * How much a server takes.
 *
 * @param body the bytes of a body, unpacked
 */
public record Limits(int body) {

    /** As large as a batch of any client we know, Telegraf's included. */
    public static final Limits USUAL = new Limits(32 * 1024 * 1024);

    private static final long WHOLE_BODIES = 8;

    /** Returns the bytes that all bodies of readings together take in memory, however many they are. */
    public int bodies() {
        return (int) Math.min(WHOLE_BODIES * body, Integer.MAX_VALUE);
    }
}
