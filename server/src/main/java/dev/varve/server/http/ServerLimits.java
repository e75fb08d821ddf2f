package dev.varve.server.http;

/**
 * How much a server takes.
 *
 * @param body the bytes of a body, unpacked
 * @param pace how slowly clients may send and receive
 * @param connections how many connections may be open
 * @param connectionsPerAddress how many of them may come from one address; proxies that are trusted have no such limit
 * @param threads how many requests are worked on at a time
 * @param hitsPerSecond how many hits one address may send to one site in a second, on average
 */
public record ServerLimits(
        int body, Pace pace, int connections, int connectionsPerAddress, int threads, int hitsPerSecond) {

    public static final int USUAL_CONNECTIONS = 4_000;
    public static final int USUAL_CONNECTIONS_PER_ADDRESS = 250;
    public static final int USUAL_HITS_PER_SECOND = 50;

    private static final int USUAL_THREADS = 200;

    /** As large as a batch of any client we know, Telegraf's included. */
    public static final ServerLimits USUAL = new ServerLimits(32 * 1024 * 1024);

    private static final long WHOLE_BODIES = 8;

    /** Bodies that need no token are hits: this holds more than two hundred of the greatest length. */
    private static final int OPEN_BODIES = 16 * 1024 * 1024;

    public ServerLimits(int body) {
        this(body, Pace.USUAL, USUAL_CONNECTIONS, USUAL_CONNECTIONS_PER_ADDRESS, USUAL_THREADS, USUAL_HITS_PER_SECOND);
    }

    public ServerLimits withPace(Pace newPace) {
        return new ServerLimits(body, newPace, connections, connectionsPerAddress, threads, hitsPerSecond);
    }

    public ServerLimits withConnections(int newConnections, int newPerAddress) {
        return new ServerLimits(body, pace, newConnections, newPerAddress, threads, hitsPerSecond);
    }

    public ServerLimits withThreads(int newThreads) {
        return new ServerLimits(body, pace, connections, connectionsPerAddress, newThreads, hitsPerSecond);
    }

    public ServerLimits withHitsPerSecond(int newHitsPerSecond) {
        return new ServerLimits(body, pace, connections, connectionsPerAddress, threads, newHitsPerSecond);
    }

    /** Returns the bytes that all bodies of readings together take in memory, however many they are. */
    public int bodies() {
        return (int) Math.min(WHOLE_BODIES * body, Integer.MAX_VALUE);
    }

    /** Returns the bytes that all bodies together take that need no token. */
    int openBodies() {
        return Math.min(OPEN_BODIES, bodies());
    }
}
