package dev.varve.server.http;

import dev.varve.server.http.access.Proxies;
import dev.varve.server.http.limit.BodyReader;
import dev.varve.server.http.limit.Pace;
import dev.varve.server.http.limit.ServerLimits;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Graceful;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections. Bounds their number, in total and per address, and closes those whose client is too slow. Jetty's
 * idle timeout does not cover this: single bytes extend it, but they do not extend the time for a header here.
 *
 * <p>A new connection is always accepted. If there are too many, the one that has waited longest for its client closes.
 */
final class Connections extends AbstractLifeCycle
        implements Connection.Listener, HttpConfiguration.Customizer, Graceful {

    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

    /** What a connection waits for. */
    private enum Phase {
        /** For the next request. */
        HEADER,
        /** For the rest of a body. */
        BODY,
        /** For the server. */
        ANSWER
    }

    private static final class Open {

        private final Connection connection;
        private final @Nullable String address;
        private Phase phase = Phase.HEADER;
        /** When the phase began. */
        private long since = System.nanoTime();
        /** What had arrived when the phase began. */
        private long received;
        /** When the first byte of a header was seen; a new connection counts from its opening. */
        private @Nullable Long headerSince = since;

        private long written;
        private long writtenSince = since;

        private Open(Connection connection, @Nullable String address) {
            this.connection = connection;
            this.address = address;
        }

        private synchronized void enter(Phase next) {
            phase = next;
            since = System.nanoTime();
            received = connection.getBytesIn();
            headerSince = null;
        }

        private synchronized boolean isEvictable() {
            return phase != Phase.ANSWER;
        }

        /** Returns whether the client has sent nothing of another request. */
        private synchronized boolean isIdle() {
            return phase == Phase.HEADER && connection.getBytesIn() == received;
        }

        private synchronized long since() {
            return since;
        }

        private synchronized boolean isTooSlow(Pace pace, long now) {
            return phase == Phase.HEADER ? isHeaderTooSlow(pace, now) : isWriteTooSlow(pace, now);
        }

        private boolean isHeaderTooSlow(Pace pace, long now) {
            if (headerSince == null && connection.getBytesIn() > received) {
                headerSince = now;
            }
            return headerSince != null && now - headerSince > pace.header().toNanos();
        }

        /** Returns whether the client receives a piece too slowly. All answers are written in pieces. */
        private boolean isWriteTooSlow(Pace pace, long now) {
            long all = connection.getBytesOut();
            if (all != written || !isWriting()) {
                written = all;
                writtenSince = now;
                return false;
            }
            return now - writtenSince > pace.write().toNanos();
        }

        private boolean isWriting() {
            return connection.getEndPoint() instanceof AbstractEndPoint endPoint
                    && endPoint.getWriteFlusher().isPending();
        }

        private void close() {
            EndPoint endPoint = connection.getEndPoint();
            // Closed below TLS, which would wait for the client's close message.
            (endPoint instanceof EndPoint.Wrapper wrapper ? wrapper.unwrap() : endPoint).close();
        }
    }

    private final ServerLimits limits;
    private final Proxies proxies;
    private final Map<Connection, Open> open = new ConcurrentHashMap<>();
    private final Map<String, Integer> perAddress = new HashMap<>();
    private final Set<BodyReader> bodies = ConcurrentHashMap.newKeySet();
    private final RepeatLog log = new RepeatLog(LOG);
    private @Nullable ScheduledExecutorService timer;
    private volatile boolean isShutdown;

    Connections(ServerLimits limits, Proxies proxies) {
        this.limits = limits;
        this.proxies = proxies;
    }

    @Override
    protected void doStart() {
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "varve-connections");
            thread.setDaemon(true);
            return thread;
        });
        long every = limits.pace().interval().toMillis();
        var unused = started.scheduleWithFixedDelay(this::check, every, every, TimeUnit.MILLISECONDS);
        timer = started;
    }

    @Override
    protected void doStop() {
        if (timer != null) {
            timer.shutdownNow();
        }
    }

    /** Closes the idle connections when the server stops. Jetty alone would keep them, and the server, for another second. */
    @Override
    public CompletableFuture<Void> shutdown() {
        isShutdown = true;
        List.copyOf(open.values()).stream().filter(Open::isIdle).forEach(Open::close);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public boolean isShutdown() {
        return isShutdown;
    }

    @Override
    public void onOpened(Connection connection) {
        if (!(connection instanceof ConnectionMetaData)) {
            // The TLS layer; the connection below it is the one that is counted.
            return;
        }
        Open opened = new Open(connection, limited(connection.getEndPoint()));
        Open tooMany = register(opened);
        if (tooMany != null) {
            tooMany.close();
        }
    }

    /** Adds a connection. Returns the one to close, which may be the new one; null if there is room. */
    private synchronized @Nullable Open register(Open opened) {
        if (opened.address != null && perAddress.getOrDefault(opened.address, 0) >= limits.connectionsPerAddress()) {
            log.warn(
                    "connections.address",
                    "one address has reached the limit of %s connections: its new connections are closed (%s)"
                            .formatted(limits.connectionsPerAddress(), opened.address));
            return opened;
        }
        Open victim = null;
        if (open.size() >= limits.connections()) {
            log.warn(
                    "connections.total",
                    "the limit of %s connections is reached: the connection that has waited longest for its client is closed"
                            .formatted(limits.connections()));
            victim = longestWaiting().orElse(opened);
            // Removed before it closes: otherwise the next new connection could choose the same one again.
            onClosed(victim.connection);
        }
        if (victim != opened) {
            open.put(opened.connection, opened);
            if (opened.address != null) {
                perAddress.merge(opened.address, 1, Integer::sum);
            }
        }
        return victim;
    }

    private Optional<Open> longestWaiting() {
        long now = System.nanoTime();
        return open.values().stream()
                .filter(Open::isEvictable)
                .min(Comparator.comparingLong(each -> each.since() - now));
    }

    @Override
    public synchronized void onClosed(Connection connection) {
        Open closed = open.remove(connection);
        if (closed != null && closed.address != null) {
            perAddress.computeIfPresent(closed.address, (address, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Returns the key for the limit per address; null for a trusted proxy, which stands for many clients. */
    private @Nullable String limited(EndPoint endPoint) {
        if (!(endPoint.getRemoteSocketAddress() instanceof InetSocketAddress remote)
                || remote.getAddress() == null
                || proxies.isTrusted(remote.getAddress())) {
            return null;
        }
        return Proxies.network(remote.getAddress());
    }

    /** Called for each request whose header is complete. */
    @Override
    public Request customize(Request request, HttpFields.Mutable answered) {
        Open of = open.get(request.getConnectionMetaData().getConnection());
        if (of != null) {
            of.enter(Phase.ANSWER);
            Request.addCompletionListener(request, failure -> of.enter(Phase.HEADER));
        }
        return request;
    }

    /** Watches a body until it is complete or has failed. */
    void watch(BodyReader body, Connection connection) {
        Open of = open.get(connection);
        if (of != null) {
            of.enter(Phase.BODY);
        }
        bodies.add(body);
        var unused = body.whole().whenComplete((bytes, failure) -> {
            bodies.remove(body);
            if (of != null) {
                of.enter(Phase.ANSWER);
            }
        });
    }

    private void check() {
        try {
            long now = System.nanoTime();
            bodies.forEach(body -> body.check(limits.pace(), now));
            List<Open> slow = new ArrayList<>();
            open.values().stream()
                    .filter(each -> each.isTooSlow(limits.pace(), now))
                    .forEach(slow::add);
            slow.forEach(Open::close);
        } catch (RuntimeException e) {
            // An exception would stop the timer for good.
            log.error("connections.check", "the check of connections failed", e);
        }
    }
}
