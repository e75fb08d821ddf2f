package dev.varve.server.live;

import dev.varve.server.http.access.AccessDenied;
import dev.varve.server.http.answer.Json;
import dev.varve.server.http.limit.Overloaded;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.EventStream;
import io.javalin.http.sse.SseClient;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clients of the event stream. Events are queued per client until the next beat and sent together, only the newest for
 * each series. A slow client misses some events and does not delay others.
 */
public final class Live implements AutoCloseable {

    /** Supplies the state that is sent regularly. */
    public interface Source {

        /** Returns the state of the fleet. */
        Object fleet();

        /** Returns the number of current visitors of a site, or null if there is no such site. */
        @Nullable
        Object site(String siteId);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Live.class);

    private static final int MOST_LISTENERS = 200;

    /** Of clients for one site: a shared link can be public, and must not take all places. */
    private static final int MOST_LIMITED = 100;

    /** Of those for the same site: the link of one customer must not take the places of the others. */
    static final int MOST_OF_SITE = 20;

    private static final long BEAT_MILLIS = 500;

    /** In beats. */
    private static final int FLEET_EVERY = 4;

    private static final int SITES_EVERY = 10;
    private static final int HEARTBEAT_EVERY = 30;

    private final Source source;
    private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService beat = Executors.newSingleThreadScheduledExecutor(threads("varve-live"));
    private final ExecutorService senders = Executors.newCachedThreadPool(threads("varve-live-sender"));
    private final AtomicBoolean isAsking = new AtomicBoolean();
    private volatile boolean isClosed;
    private long beats;

    Live(Source source) {
        this.source = source;
    }

    public static Live start(Source source) {
        Live live = new Live(source);
        var unused = live.beat.scheduleAtFixedRate(live::beat, BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS);
        return live;
    }

    private static ThreadFactory threads(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Returns the event stream. */
    public EventStream stream() {
        return new EventStream("/api/v1/live", this::open, LiveOperations.LIVE);
    }

    private Consumer<SseClient> open(ApiRequest request, BooleanSupplier isAdmitted) {
        Topics topics = Topics.parse(request.text("topics", Topics.FLEET));
        Optional<String> only = request.only();
        only.filter(site -> !topics.names().equals(Set.of(site))).ifPresent(site -> {
            throw AccessDenied.notAllowed("this client is limited to %s: that must be its only topic".formatted(site));
        });
        if (only.isPresent()) {
            requireFewer(
                    MOST_OF_SITE,
                    "to this site",
                    known -> known.isLimited() && known.topics().equals(topics));
            requireFewer(MOST_LIMITED, "to one site each", Listener::isLimited);
        }
        requireFewer(MOST_LISTENERS, "to this server", known -> true);
        return client -> join(client, new Listener(client, topics, only.isPresent(), isAdmitted));
    }

    private void requireFewer(int most, String toWhat, Predicate<Listener> counted) {
        if (listeners.stream().filter(counted).count() >= most) {
            throw new Overloaded(
                    "%s clients are listening %s, which is the limit: try again later".formatted(most, toWhat));
        }
    }

    private void join(SseClient client, Listener listener) {
        client.keepAlive();
        client.onClose(() -> listeners.remove(listener));
        listener.greet(() -> listeners.add(listener));
        if (isClosed) {
            // It was not among the listeners that close() has disconnected.
            listener.close();
        }
    }

    /** Disconnects clients that are no longer authorised, with the next beat. */
    public void recheck() {
        listeners.forEach(Listener::keepHeartbeat);
    }

    public int listeners() {
        return listeners.size();
    }

    /** Sends the newest reading of a series to clients that watch the device. */
    public void reading(String deviceId, String series, Object reading) {
        String topic = Topics.device(deviceId);
        String text = null;
        for (Listener listener : listeners) {
            if (listener.topics().contains(topic)) {
                text = text == null ? Json.text(reading) : text;
                listener.keepNewest("readings", series, text);
            }
        }
    }

    /** Sends a changed alert to clients that watch the device or the fleet. */
    public void alert(String deviceId, String alertId, Object alert) {
        String topic = Topics.device(deviceId);
        for (Listener listener : listeners) {
            if (listener.topics().contains(topic) || listener.topics().contains(Topics.FLEET)) {
                listener.keepNewest("alert", alertId, Json.text(alert));
            }
        }
    }

    /** Sends what is due; called twice a second. */
    void beat() {
        beats++;
        boolean isFleetDue = beats % FLEET_EVERY == 0;
        boolean areSitesDue = beats % SITES_EVERY == 0;
        // A slow table must not delay the heartbeats, and gets no second request before it has answered the first.
        if ((isFleetDue || areSitesDue) && isAsking.compareAndSet(false, true)) {
            senders.execute(() -> refresh(isFleetDue, areSitesDue));
        }
        if (beats % HEARTBEAT_EVERY == 0) {
            listeners.forEach(Listener::keepHeartbeat);
        }
        listeners.forEach(listener -> listener.sendBy(senders));
    }

    private void refresh(boolean isFleetDue, boolean areSitesDue) {
        try {
            if (isFleetDue) {
                send(Topics.FLEET, this::sendFleet);
            }
            if (areSitesDue) {
                listeners.stream()
                        .flatMap(listener -> listener.topics().sites().stream())
                        .distinct()
                        .forEach(siteId -> send("site " + siteId, () -> sendSite(siteId)));
            }
        } finally {
            isAsking.set(false);
        }
    }

    private static void send(String what, Runnable sending) {
        try {
            sending.run();
        } catch (RuntimeException e) {
            // The table may answer the next time; the other topics are sent anyway.
            LOG.warn("the state of {} was not sent to listeners: {}", what, e.toString());
        }
    }

    private void sendFleet() {
        if (listeners.stream().anyMatch(listener -> listener.topics().contains(Topics.FLEET))) {
            String fleet = Json.text(source.fleet());
            listeners.stream()
                    .filter(listener -> listener.topics().contains(Topics.FLEET))
                    .forEach(listener -> listener.keepNewest("fleet", "", fleet));
        }
    }

    private void sendSite(String siteId) {
        Object site = source.site(siteId);
        if (site != null) {
            String text = Json.text(site);
            listeners.stream()
                    .filter(listener -> listener.topics().containsSite(siteId))
                    .forEach(listener -> listener.keepNewest("site", siteId, text));
        }
    }

    @Override
    public void close() {
        isClosed = true;
        beat.shutdownNow();
        listeners.forEach(Listener::close);
        senders.shutdown();
    }
}
