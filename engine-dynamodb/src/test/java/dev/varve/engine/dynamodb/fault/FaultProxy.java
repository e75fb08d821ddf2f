package dev.varve.engine.dynamodb.fault;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A proxy between a client and DynamoDB Local that injects the faults of networks and of a busy service. */
public final class FaultProxy implements AutoCloseable {

    /** The fault that one request meets. */
    public sealed interface Fault {
        /** DynamoDB returns an error and does nothing. */
        record Refused(int status, String type, String message, String more) implements Fault {}

        /** No fault. */
        record Passed() implements Fault {}

        /** DynamoDB executes the request, and the connection breaks before the response arrives. */
        record Lost() implements Fault {}

        /**
         * The connection breaks before DynamoDB gets the request; the client cannot distinguish this from {@link Lost}.
         */
        record Dropped() implements Fault {}

        /** DynamoDB executes the request and returns an internal error. */
        record Broken() implements Fault {}

        static Fault refused(String type) {
            return new Refused(400, type, "injected", "");
        }

        /** A transaction is cancelled for these reasons. */
        static Fault cancelled(String... codes) {
            String reasons = String.join(
                    ",",
                    List.of(codes).stream()
                            .map(code -> "{\"Code\":\"%s\",\"Message\":\"injected\"}".formatted(code))
                            .toList());
            return new Refused(
                    400, "TransactionCanceledException", "injected", ",\"CancellationReasons\":[" + reasons + "]");
        }
    }

    private static final List<String> HEADERS = List.of("Authorization", "Content-Type", "X-Amz-Date", "X-Amz-Target");

    private final URI target;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient forward = HttpClient.newHttpClient();
    private final Map<String, Queue<Fault>> faults = new ConcurrentHashMap<>();
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    public FaultProxy(URI target) throws IOException {
        this.target = target;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Injects these faults into the next requests of an operation such as {@code PutItem}, one after the other. */
    public void inject(String operation, Fault... next) {
        queue(operation).addAll(List.of(next));
    }

    /** Returns how many requests of this operation the client has sent. */
    public int count(String operation) {
        return counts.getOrDefault(operation, 0);
    }

    private Queue<Fault> queue(String operation) {
        return faults.computeIfAbsent(operation, name -> new ArrayDeque<>());
    }

    private void handle(HttpExchange exchange) throws IOException {
        String name = exchange.getRequestHeaders().getFirst("X-Amz-Target");
        String operation = name.substring(name.indexOf('.') + 1);
        byte[] body = exchange.getRequestBody().readAllBytes();
        counts.merge(operation, 1, Integer::sum);
        Fault fault;
        Queue<Fault> queue = queue(operation);
        synchronized (queue) {
            fault = queue.poll();
        }
        if (fault instanceof Fault.Dropped) {
            exchange.close();
        } else if (fault instanceof Fault.Refused refused) {
            String json = "{\"__type\":\"com.amazonaws.dynamodb.v20120810#%s\",\"message\":\"%s\"%s}"
                    .formatted(refused.type(), refused.message(), refused.more());
            answer(exchange, refused.status(), json.getBytes(StandardCharsets.UTF_8));
        } else {
            HttpResponse<byte[]> response = forward(exchange, body);
            if (fault instanceof Fault.Lost) {
                exchange.close();
            } else if (fault instanceof Fault.Broken) {
                answer(exchange, 500, "{\"__type\":\"InternalServerError\"}".getBytes(StandardCharsets.UTF_8));
            } else {
                answer(exchange, response.statusCode(), response.body());
            }
        }
    }

    private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(target).POST(HttpRequest.BodyPublishers.ofByteArray(body));
        for (String header : HEADERS) {
            String value = exchange.getRequestHeaders().getFirst(header);
            if (value != null) {
                request.header(header, value);
            }
        }
        try {
            return forward.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }
}
