package dev.varve.benchmarks.ingest;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;

/** Fills a server before the requests: a device with history, a site with visitors, a rule that opens alerts. */
final class ServerHistory {

    static final String DEVICE = "long-ago";
    static final String SITE = "blog";

    /** The largest allowed age of readings. */
    private static final Duration LENGTH = Duration.ofDays(27).minusHours(1);

    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final int HITS = 1_000;
    private static final int VISITORS = 100;
    private static final int PAGES = 40;
    private static final String BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

    private ServerHistory() {}

    static void send(Peer peer, Instant now) throws IOException, InterruptedException {
        StringBuilder lines = new StringBuilder();
        int count = 0;
        for (Instant at = now.minus(LENGTH); at.isBefore(now); at = at.plus(EVERY)) {
            lines.append("climate,device=%s temperature=%s,humidity=%s %s%n"
                    .formatted(DEVICE, 20 + count % 70 / 10.0, 40 + count % 9, at.toEpochMilli()));
            if (++count % IngestWorkload.LINES == 0) {
                peer.post("/write?precision=ms", lines.toString());
                lines.setLength(0);
            }
        }
        peer.post("/write?precision=ms", lines.toString());
        peer.put(
                "/api/v1/rules/hot",
                "{\"kind\":\"above\",\"field\":\"temperature\",\"limit\":29.5,\"severity\":\"high\"}");
        peer.put("/api/v1/sites/" + SITE, "{\"name\":\"Blog\",\"domains\":[\"blog.example\"],\"timezone\":\"UTC\"}");
        for (int hit = 0; hit < HITS; hit++) {
            String page = "{\"n\":\"pageview\",\"u\":\"https://blog.example/p%s\",\"d\":\"blog.example\"}"
                    .formatted(hit % PAGES);
            peer.send(HttpRequest.newBuilder(peer.uri("/api/event"))
                    .header("User-Agent", BROWSER)
                    .header("X-Forwarded-For", "10.0.0." + hit % VISITORS)
                    .POST(BodyPublishers.ofString(page)));
        }
    }
}
