package dev.varve.proofs.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.memory.MemoryEngine;
import dev.varve.server.ServerDatabase;
import dev.varve.server.Service;
import dev.varve.server.ServiceOptions;
import dev.varve.server.http.limit.ServerLimits;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.random.Draw;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sends random requests to a server in this process. It must answer all valid HTTP, never with 500, and keep running. */
final class HttpFuzz implements AutoCloseable {

    private static final int MAX_BODY = 200_000;
    /** The size of an unexpected body that the server still reads, so that the connection stays usable. */
    private static final int READ_ANYHOW = 8_000;

    private static final int MOST_TOKENS = 100;
    private static final Pattern NEXT = Pattern.compile("\"next\":\"([^\"]+)\"");
    private static final Pattern MESSAGE = Pattern.compile("\"message\":\"[^\"]");

    /** Addresses that are not in the API description, because programs do not use them. */
    private static final List<String> UNDESCRIBED =
            List.of("GET /", "GET /fleet", "GET /devices/{id}", "GET /assets/{name}", "GET /docs", "GET /nothing");

    /** Matches the paths and methods in the description, each on its own line. */
    private static final Pattern DESCRIBED = Pattern.compile("(?m)^(?:  (/\\S*)|    (get|put|post|delete)):$");

    private final MutableClock clock = new MutableClock();
    private final ServerDatabase database = ServerDatabase.open(new MemoryEngine(clock), "varve", clock);
    private final Service service =
            Service.start(database, ServiceOptions.onLoopback(0).withLimits(new ServerLimits(MAX_BODY)));
    private final List<String> addresses = new ArrayList<>(UNDESCRIBED);
    private final List<String> tokens = new ArrayList<>();
    private final Map<String, Integer> statuses = new TreeMap<>();

    HttpFuzz() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int minute = 1; minute < 200; minute++) {
            lines.append("climate,device=sensor_0%s,location=hall-a temperature=%s,humidity=%s %s%n"
                    .formatted(
                            1 + minute % 2,
                            20 + minute % 5,
                            40 + minute % 7,
                            clock.instant().minusSeconds(60L * minute).toEpochMilli()));
        }
        need("POST", "/write?precision=ms", lines.toString());
        need("PUT", "/api/v1/rules/hot", "{\"kind\":\"above\",\"field\":\"temperature\",\"limit\":23}");
        need("PUT", "/api/v1/sites/blog", "{\"name\":\"Blog\",\"domains\":[\"blog.example\"],\"timezone\":\"UTC\"}");
        need("PUT", "/api/v1/sites/blog/goals/buy", "{\"name\":\"Buy\",\"kind\":\"page\",\"pattern\":\"/buy\"}");
        need("POST", "/api/event", "{\"n\":\"pageview\",\"u\":\"https://blog.example/buy\",\"d\":\"blog.example\"}");
        for (String list :
                List.of("devices?limit=1", "devices/sensor_01/readings?limit=5", "table/varve/partitions?limit=2")) {
            need("GET", "/api/v1/" + list, "");
        }
        describe();
    }

    private void describe() throws IOException {
        String path = "";
        for (Matcher line = DESCRIBED.matcher(description()); line.find(); ) {
            if (line.group(1) != null) {
                path = line.group(1);
            } else {
                addresses.add(line.group(2).toUpperCase(Locale.ROOT) + " " + path);
            }
        }
    }

    private static String description() throws IOException {
        try (InputStream in = Service.class.getResourceAsStream("openapi.yaml")) {
            return new String(Objects.requireNonNull(in, "openapi.yaml").readAllBytes(), UTF_8);
        }
    }

    private void need(String method, String path, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        String head =
                "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %s\r\n\r\n".formatted(method, path, bytes.length);
        try (Wire wire = Wire.to(service.port())) {
            wire.send(new FuzzRequest(method, head, bytes, true).bytes());
            Wire.Answer answer = wire.receive(false);
            if (answer == null || answer.status() >= 300) {
                throw new IllegalStateException("%s %s: %s".formatted(method, path, answer));
            }
            remember(answer);
        }
    }

    /** Returns the number of responses of each status. */
    Map<String, Integer> statuses() {
        return statuses;
    }

    /** Sends the request of a seed; returns the problem with its response, or null. */
    Fuzz.@Nullable Failure tried(long seed) throws IOException {
        FuzzRequest request = new FuzzRequests(new Draw(seed), addresses, tokens).next();
        String wrong;
        try (Wire wire = Wire.to(service.port())) {
            wrong = request.isHttp() && request.body().length <= READ_ANYHOW
                    ? wrong(wire, request)
                    : harm(wire, request);
        } catch (SocketTimeoutException e) {
            wrong = "no answer: " + e.getMessage();
        } catch (SocketException e) {
            wrong = "the server closed the connection: " + e.getMessage();
        }
        return wrong == null ? null : new Fuzz.Failure("http", seed, wrong, new String(request.bytes(), ISO_8859_1));
    }

    private @Nullable String wrong(Wire wire, FuzzRequest request) throws IOException {
        boolean isHead = request.method().equals("HEAD");
        wire.send(request.bytes());
        Wire.Answer answer = wire.receive(isHead);
        while (answer != null && answer.status() < 200) {
            answer = wire.receive(isHead);
        }
        if (answer == null) {
            return "the server closed the connection";
        }
        count(answer.status());
        remember(answer);
        if (answer.status() >= 500) {
            return "answered with " + answer;
        }
        if (answer.status() >= 400 && !isHead && !MESSAGE.matcher(answer.body()).find()) {
            return "no reason given: " + answer;
        }
        // An invalid or too long address is rejected before routing, and the server closes the connection.
        boolean isGivenUp = answer.isLast() || !answer.headers().containsKey("content-security-policy");
        if (isGivenUp || answer.headers().getOrDefault("content-type", "").startsWith("text/event-stream")) {
            return null;
        }
        wire.send("GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(ISO_8859_1));
        Wire.Answer next = wire.receive(false);
        return next != null && next.status() == 204
                ? null
                : "the next request got %s, after %s".formatted(next, answer);
    }

    /** Sends invalid HTTP, or a body that is not read: the server may answer or close the connection, but not fail. */
    private @Nullable String harm(Wire wire, FuzzRequest request) throws IOException {
        try {
            wire.send(request.bytes());
            wire.end();
            Wire.Answer answer = wire.receive(request.method().equals("HEAD"));
            count(answer == null ? 0 : answer.status());
            return answer != null && (answer.status() == 500 || answer.status() == 503)
                    ? "answered with " + answer
                    : null;
        } catch (SocketException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            // The server closed the connection before all was sent, or answered HTTP 0.9, which has no status.
            count(0);
            return null;
        }
    }

    private void count(int status) {
        statuses.merge(status == 0 ? "closed" : String.valueOf(status), 1, Integer::sum);
    }

    private void remember(Wire.Answer answer) {
        Matcher next = NEXT.matcher(answer.body());
        if (next.find() && tokens.size() < MOST_TOKENS) {
            tokens.add(next.group(1));
        }
    }

    @Override
    public void close() {
        service.close();
        database.close();
    }
}
