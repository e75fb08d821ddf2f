package dev.varve.server.live;

import io.javalin.http.sse.SseClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/** One who listens, and what is to be sent next. */
final class Listener {

    private record Kept(String event, String text) {}

    private final SseClient client;
    private final Topics topics;
    private final BooleanSupplier isAdmitted;
    private final Map<String, Kept> kept = new LinkedHashMap<>();
    private boolean heartbeat;
    private boolean isSending;

    /**
     * @param isAdmitted asked with every heartbeat; one who may listen no longer is sent away
     */
    Listener(SseClient client, Topics topics, BooleanSupplier isAdmitted) {
        this.client = client;
        this.topics = topics;
        this.isAdmitted = isAdmitted;
    }

    Topics topics() {
        return topics;
    }

    /** Keeps an event; one before it about the same thing, not sent yet, is forgotten. */
    synchronized void keepNewest(String event, String about, String text) {
        String thing = event + ' ' + about;
        kept.remove(thing);
        kept.put(thing, new Kept(event, text));
    }

    synchronized void keepHeartbeat() {
        heartbeat = true;
    }

    /** Sends what is kept, unless the last is still being sent. */
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
                return;
            }
            for (Kept event : events) {
                // One who leaves in between is warned of with each event that is sent after that.
                if (!client.terminated()) {
                    client.sendEvent(event.event(), event.text());
                }
            }
            if (beats && !client.terminated()) {
                client.sendComment("alive");
            }
        } finally {
            synchronized (this) {
                isSending = false;
            }
        }
    }

    void close() {
        client.close();
    }
}
