package dev.varve.server.live;

import dev.varve.server.http.Json;
import dev.varve.server.http.Stream;
import io.javalin.http.sse.SseClient;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
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
    private long beats;

    private Live(Source source) {
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
    public Stream stream() {
        return new Stream("/api/v1/live", this::join);
    }

    private void join(SseClient client) {
        if (listeners.size() >= MOST_LISTENERS) {
            client.sendEvent("busy", "{\"message\":\"%s are listening already\"}".formatted(MOST_LISTENERS));
            return;
        }
        Listener listener = Listener.of(client);
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
        String topic = "device:" + deviceId;
        String text = null;
        for (Listener listener : listeners) {
            if (listener.hears(topic)) {
                text = text == null ? Json.text(reading) : text;
                listener.keepNewest("readings", deviceId, text);
            }
        }
    }

    /** Tells of an alert that was opened, acknowledged or resolved to those who look at the device or at the fleet. */
    public void alert(String deviceId, String alertId, Object alert) {
        String topic = "device:" + deviceId;
        for (Listener listener : listeners) {
            if (listener.hears(topic) || listener.hears("fleet")) {
                listener.keepNewest("alert", alertId, Json.text(alert));
            }
        }
    }

    private void beat() {
        try {
            beats++;
            if (beats % FLEET_EVERY == 0 && listeners.stream().anyMatch(listener -> listener.hears("fleet"))) {
                String fleet = Json.text(source.fleet());
                listeners.stream()
                        .filter(listener -> listener.hears("fleet"))
                        .forEach(listener -> listener.keepNewest("fleet", "", fleet));
            }
            if (beats % SITES_EVERY == 0) {
                listeners.forEach(this::tellSites);
            }
            if (beats % HEARTBEAT_EVERY == 0) {
                listeners.forEach(Listener::keepHeartbeat);
            }
            listeners.forEach(listener -> listener.sendBy(senders));
        } catch (RuntimeException e) {
            // The next beat may find the table again.
            LOG.warn("those who listen were not told: {}", e.toString());
        }
    }

    private void tellSites(Listener listener) {
        for (String siteId : listener.sites()) {
            Object site = source.site(siteId);
            if (site != null) {
                listener.keepNewest("site", siteId, Json.text(site));
            }
        }
    }

    @Override
    public void close() {
        beat.shutdownNow();
        listeners.forEach(Listener::close);
        senders.shutdown();
    }
}
