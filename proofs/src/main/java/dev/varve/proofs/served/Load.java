package dev.varve.proofs.served;

import dev.varve.testkit.random.Draw;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Sends readings and hits to a server over several connections until it is killed, and records what was acknowledged. */
final class Load {

    static final String SITE = "blog";
    static final int CONNECTIONS = 4;

    /** The age of the first readings: all of them are from finished hours, so that all rows can be compared. */
    static final Duration AGO = Duration.ofHours(5);

    private static final int MOST_LINES = 50;

    /** The seconds between two readings of a device. */
    private static final int SECONDS = 3;

    /** The number of readings that a connection can send within finished hours. */
    private static final int MOST_READINGS = 2 * 60 * 60 / SECONDS;

    private final ServedProcess server;
    private final Instant now;
    private final int round;
    private final long seed;
    private final CountDownLatch enough;
    private final List<AtomicInteger> acknowledged = new ArrayList<>();
    private final List<AtomicInteger> sent = new ArrayList<>();
    private final Set<String> hits = ConcurrentHashMap.newKeySet();
    private volatile boolean isOver;
    private volatile @Nullable String wrong;

    /**
     * @param requests the number of acknowledged requests after which the server is killed
     */
    Load(ServedProcess server, Instant now, int round, long seed, int requests) {
        this.server = server;
        this.now = now;
        this.round = round;
        this.seed = seed;
        this.enough = new CountDownLatch(requests);
        for (int i = 0; i < CONNECTIONS; i++) {
            acknowledged.add(new AtomicInteger());
            sent.add(new AtomicInteger());
        }
    }

    /** Sends until enough is acknowledged, and kills the server while requests are in flight. */
    void run() throws InterruptedException {
        List<Thread> threads = IntStream.range(0, CONNECTIONS)
                .mapToObj(each -> new Thread(() -> send(each), "load-" + each))
                .toList();
        threads.forEach(Thread::start);
        enough.await();
        isOver = true;
        server.close();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void send(int connection) {
        Draw draw = new Draw(seed * 31 + connection);
        try {
            for (int n = 0; wrong == null; n++) {
                if (draw.chance(30) || sent.get(connection).get() >= MOST_READINGS) {
                    hit("/r%s-%s-%s".formatted(round, connection, n));
                } else {
                    readings(connection, draw.between(1, MOST_LINES));
                }
                enough.countDown();
            }
        } catch (IOException e) {
            if (!isOver) {
                wrong = "a connection broke before the server was killed: " + e;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            while (wrong != null && enough.getCount() > 0) {
                enough.countDown();
            }
        }
    }

    private void readings(int connection, int count) throws IOException, InterruptedException {
        int from = sent.get(connection).getAndAdd(count);
        String lines = IntStream.range(from, from + count)
                .mapToObj(i -> "load,device=%s,location=hall-%s v=%s,w=%si %s"
                        .formatted(
                                device(connection),
                                connection % 2,
                                value(i),
                                i,
                                at(now, i).getEpochSecond()))
                .collect(Collectors.joining("\n"));
        HttpResponse<String> answer = server.post("/write?precision=s", lines);
        if (answer.statusCode() == 204) {
            acknowledged.get(connection).set(from + count);
        } else {
            wrong = "readings were answered with %s: %s".formatted(answer.statusCode(), answer.body());
        }
    }

    private void hit(String page) throws IOException, InterruptedException {
        HttpResponse<String> answer = server.post(
                "/api/event",
                "{\"n\":\"pageview\",\"u\":\"https://blog.example%s\",\"d\":\"blog.example\"}".formatted(page));
        if (answer.statusCode() != 202
                || answer.headers().firstValue("X-Plausible-Dropped").isPresent()) {
            wrong = "a hit was answered with %s %s: %s"
                    .formatted(answer.statusCode(), answer.headers().map(), answer.body());
        }
        hits.add(page);
    }

    static String device(int connection) {
        return "load-" + connection;
    }

    static double value(int reading) {
        return reading % 1_000 / 10.0;
    }

    static Instant at(Instant now, int reading) {
        return now.minus(AGO).plusSeconds((long) SECONDS * reading);
    }

    /** Returns the first unexpected response, or null. */
    @Nullable
    String wrong() {
        return wrong;
    }

    /**
     * Returns the number of acknowledged readings of a connection. They are the first ones, because it waits for each
     * response.
     */
    int acknowledged(int connection) {
        return acknowledged.get(connection).get();
    }

    int sent(int connection) {
        return sent.get(connection).get();
    }

    /** Returns the pages whose hits were acknowledged. */
    Set<String> hits() {
        return hits;
    }
}
