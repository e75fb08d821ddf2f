package dev.varve.server.http;

import dev.varve.server.http.access.AccessControl;
import dev.varve.server.http.limit.ServerLimits;
import dev.varve.server.http.route.Route;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server under test on loopback, and calls of it. */
public final class TestServer implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final WebServer server;

    private TestServer(WebServer server) {
        this.server = server;
    }

    public static TestServer start(WebServer.Parts parts) {
        return new TestServer(WebServer.start("127.0.0.1", 0, parts));
    }

    public static TestServer start(List<Route> routes) {
        return start(parts(routes, AccessControl.open(), null));
    }

    public static WebServer.Parts parts(List<Route> routes, AccessControl gate, @Nullable String pages) {
        return new WebServer.Parts(routes, List.of(), gate, ServerLimits.DEFAULT, InstantSource.system(), pages);
    }

    public int port() {
        return server.port();
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    public HttpResponse<String> get(String path) {
        return send(request(path));
    }

    public HttpResponse<String> send(String method, String path, String body) {
        return send(request(path).method(method, BodyPublishers.ofString(body)));
    }

    public HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
