package dev.varve.server.live;

import io.javalin.http.sse.SseClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client of an event stream, with the events to send next. */
final class Listener {

    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    private record Kept(String event, String text) {}

    private final SseClient client;
    private final Topics topics;
    private final boolean isLimited;
    private final BooleanSupplier isAdmitted;
    private final Map<String, Kept> kept = new LinkedHashMap<>();
    private boolean heartbeat;
    private boolean isSending;

    /**
     * @param isLimited whether the client may read one site only
     * @param isAdmitted checked with every heartbeat; a client that is no longer authorised is disconnected
     */
    Listener(SseClient client, Topics topics, boolean isLimited, BooleanSupplier isAdmitted) {
        this.client = client;
        this.topics = topics;
        this.isLimited = isLimited;
        this.isAdmitted = isAdmitted;
    }

    boolean isLimited() {
        return isLimited;
    }

    Topics topics() {
        return topics;
    }

    /**
     * Sends the first comment, which tells the client that it gets all events from now on. Events that are queued meanwhile are sent
     * with the next beat: two threads cannot write to one response at the same time.
     *
     * @param join called before the comment is sent
     */
    void greet(Runnable join) {
        synchronized (this) {
            isSending = true;
        }
        try {
            join.run();
            client.sendComment("listening");
        } finally {
            sent();
        }
    }

    private synchronized void sent() {
        isSending = false;
    }

    /** Queues an event. It replaces an unsent event about the same thing. */
    synchronized void keepNewest(String event, String about, String text) {
        String thing = event + ' ' + about;
        kept.remove(thing);
        kept.put(thing, new Kept(event, text));
    }

    synchronized void keepHeartbeat() {
        heartbeat = true;
    }

    /** Sends the queued events, unless the last ones are still being sent. */
    synchronized void sendBy(Executor executor) {
        if (isSending || (kept.isEmpty() && !heartbeat)) {
            return;
        }
        isSending = true;
        executor.execute(this::send);
    }

    private void send() {
        List<Kept> events;
        boolean beats;
        synchronized (this) {
            events = List.copyOf(kept.values());
            kept.clear();
            beats = heartbeat;
            heartbeat = false;
        }
        try {
            if (beats && !isAdmitted.getAsBoolean()) {
                close();
            } else {
                write(events, beats);
            }
        } finally {
            sent();
        }
    }

    private void write(List<Kept> events, boolean beats) {
        try {
            for (Kept event : events) {
                // A client that disconnects meanwhile would cause a warning for each further event.
                if (!client.terminated()) {
                    client.sendEvent(event.event(), event.text());
                }
            }
            if (beats && !client.terminated()) {
                client.sendComment("alive");
            }
        } catch (RuntimeException e) {
            // The client connects again, and does not wait for events that never come.
            LOG.warn("an event stream is closed because it cannot be written: {}", e.toString());
            close();
        }
    }

    void close() {
        client.close();
    }
}
