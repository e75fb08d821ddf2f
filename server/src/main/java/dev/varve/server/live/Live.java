package dev.varve.server.live;

import dev.varve.server.http.ApiRequest;
import dev.varve.server.http.EventStream;
import dev.varve.server.http.Json;
import dev.varve.server.http.Overloaded;
import io.javalin.http.sse.SseClient;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everyone who listens. What happens is kept for each of them until the next beat and sent together, the newest of each
 * device only: one who is slow misses some in between and holds up nobody.
 */
public final class Live implements AutoCloseable {

    /** Asked for what is told again and again. */
    public interface Source {

        /** Returns how the fleet is. */
        Object fleet();

        /** Returns how many are on a site, or null where there is no such site. */
        @Nullable
        Object site(String siteId);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Live.class);

    private static final int MOST_LISTENERS = 200;
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

    /** Returns where one listens. */
    public EventStream stream() {
        return new EventStream("/api/v1/live", this::open, LiveOperations.LIVE);
    }

    private Consumer<SseClient> open(ApiRequest request, BooleanSupplier isAdmitted) {
        Topics topics = Topics.parse(request.text("topics", Topics.FLEET));
        if (listeners.size() >= MOST_LISTENERS) {
            throw new Overloaded("%s are listening already: try again when some have left".formatted(MOST_LISTENERS));
        }
        return client -> join(client, new Listener(client, topics, isAdmitted));
    }

    private void join(SseClient client, Listener listener) {
        client.keepAlive();
        client.onClose(() -> listeners.remove(listener));
        listeners.add(listener);
        client.sendComment("listening");
    }

    public int listeners() {
        return listeners.size();
    }

    /** Tells what a device measured to those who look at it. */
    public void reading(String deviceId, Object reading) {
        String topic = Topics.device(deviceId);
        String text = null;
        for (Listener listener : listeners) {
            if (listener.topics().contains(topic)) {
                text = text == null ? Json.text(reading) : text;
                listener.keepNewest("readings", deviceId, text);
            }
        }
    }

    /** Tells of an alert that was opened, acknowledged or resolved to those who look at the device or at the fleet. */
    public void alert(String deviceId, String alertId, Object alert) {
        String topic = Topics.device(deviceId);
        for (Listener listener : listeners) {
            if (listener.topics().contains(topic) || listener.topics().contains(Topics.FLEET)) {
                listener.keepNewest("alert", alertId, Json.text(alert));
            }
        }
    }

    /** Tells what is due; called twice a second. */
    void beat() {
        beats++;
        boolean isFleetDue = beats % FLEET_EVERY == 0;
        boolean areSitesDue = beats % SITES_EVERY == 0;
        // A table that is slow must not hold up the heartbeats, nor be asked again before it has answered.
        if ((isFleetDue || areSitesDue) && isAsking.compareAndSet(false, true)) {
            senders.execute(() -> ask(isFleetDue, areSitesDue));
        }
        if (beats % HEARTBEAT_EVERY == 0) {
            listeners.forEach(Listener::keepHeartbeat);
        }
        listeners.forEach(listener -> listener.sendBy(senders));
    }

    private void ask(boolean isFleetDue, boolean areSitesDue) {
        try {
            if (isFleetDue) {
                tell(Topics.FLEET, this::tellFleet);
            }
            if (areSitesDue) {
                listeners.stream()
                        .flatMap(listener -> listener.topics().sites().stream())
                        .distinct()
                        .forEach(siteId -> tell("site " + siteId, () -> tellSite(siteId)));
            }
        } finally {
            isAsking.set(false);
        }
    }

    private static void tell(String what, Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException e) {
            // The next time may find the table again; meanwhile nobody else misses anything.
            LOG.warn("those who listen were not told of {}: {}", what, e.toString());
        }
    }

    private void tellFleet() {
        if (listeners.stream().anyMatch(listener -> listener.topics().contains(Topics.FLEET))) {
            String fleet = Json.text(source.fleet());
            listeners.stream()
                    .filter(listener -> listener.topics().contains(Topics.FLEET))
                    .forEach(listener -> listener.keepNewest("fleet", "", fleet));
        }
    }

    private void tellSite(String siteId) {
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
        beat.shutdownNow();
        listeners.forEach(Listener::close);
        senders.shutdown();
    }
}
