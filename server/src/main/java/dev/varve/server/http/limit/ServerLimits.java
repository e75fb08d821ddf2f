package dev.varve.server.http.limit;

/**
 * Limits of a server.
 *
 * @param body the largest body in bytes, uncompressed
 * @param pace how slowly clients may send and receive
 * @param connections the largest number of open connections
 * @param connectionsPerAddress the largest number of them from one address; trusted proxies have no such limit
 * @param threads the largest number of requests that run at a time
 * @param hitsPerSecond the largest number of hits per second from one address to one site, on average
 */
public record ServerLimits(
        int body, Pace pace, int connections, int connectionsPerAddress, int threads, int hitsPerSecond) {

    public static final int DEFAULT_CONNECTIONS = 4_000;
    public static final int DEFAULT_CONNECTIONS_PER_ADDRESS = 250;
    public static final int DEFAULT_HITS_PER_SECOND = 50;

    private static final int DEFAULT_THREADS = 200;

    /** Larger than a batch of any known client, Telegraf included. */
    public static final ServerLimits DEFAULT = new ServerLimits(32 * 1024 * 1024);

    private static final long WHOLE_BODIES = 8;

    /** Bodies without a token are hits: this holds more than two hundred of the largest. */
    private static final int OPEN_BODIES = 16 * 1024 * 1024;

    public ServerLimits(int body) {
        this(
                body,
                Pace.DEFAULT,
                DEFAULT_CONNECTIONS,
                DEFAULT_CONNECTIONS_PER_ADDRESS,
                DEFAULT_THREADS,
                DEFAULT_HITS_PER_SECOND);
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

    /** Returns the memory for all bodies of readings together, in bytes. */
    public int bodies() {
        return (int) Math.min(WHOLE_BODIES * body, Integer.MAX_VALUE);
    }

    /** Returns the memory for all bodies that need no token, in bytes. */
    public int openBodies() {
        return Math.min(OPEN_BODIES, bodies());
    }
}
