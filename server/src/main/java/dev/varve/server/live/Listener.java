package dev.varve.server.live;

import io.javalin.http.sse.SseClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One who listens, and what is to be sent next. */
final class Listener {

    private static final String SITE = "site:";

    /** More cannot be asked for in an address; what comes beyond it is not heard. */
    private static final int MOST_TOPICS = 200;

    private record Kept(String event, String text) {}

    private final SseClient client;
    private final Set<String> topics;
    private final Map<String, Kept> kept = new LinkedHashMap<>();
    private boolean heartbeat;
    private boolean isSending;

    private Listener(SseClient client, Set<String> topics) {
        this.client = client;
        this.topics = topics;
    }

    /** Topics that nobody knows are never told of. */
    static Listener of(SseClient client) {
        String asked = client.ctx().queryParam("topics");
        return new Listener(
                client,
                Stream.of((asked == null ? "fleet" : asked).split(","))
                        .limit(MOST_TOPICS)
                        .collect(Collectors.toUnmodifiableSet()));
    }

    boolean hears(String topic) {
        return topics.contains(topic);
    }

    List<String> sites() {
        return topics.stream()
                .filter(topic -> topic.startsWith(SITE))
                .map(topic -> topic.substring(SITE.length()))
                .toList();
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
            events.forEach(event -> client.sendEvent(event.event(), event.text()));
            if (beats) {
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
