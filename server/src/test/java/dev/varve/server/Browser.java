package dev.varve.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Sends requests to a server on this machine. */
final class Browser {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    private final int port;

    Browser(int port) {
        this.port = port;
    }

    /** The response of a server. */
    record Answer(int status, String body, HttpResponse<String> response) {

        JsonNode json() throws IOException {
            return JSON.readTree(body);
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }

    Answer get(String path) throws Exception {
        return send(request(path));
    }

    JsonNode ask(String path) throws Exception {
        return get(path).json();
    }

    Answer post(String path, String type, String body) throws Exception {
        return send(request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body)));
    }

    Answer post(String path, Map<String, ?> body) throws Exception {
        return post(path, "application/json", JSON.writeValueAsString(body));
    }

    Answer delete(String path) throws Exception {
        return send(request(path).DELETE());
    }

    Answer put(String path, Map<String, ?> body) throws Exception {
        return send(request(path).PUT(BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    /** Returns the status of an answer that need not end, such as an event stream; it stays open until the server stops. */
    int status(HttpRequest.Builder request) throws Exception {
        HttpResponse<InputStream> response = CLIENT.send(request.build(), BodyHandlers.ofInputStream());
        // The server knows the client of a stream when it has sent something.
        assertThat(response.body().read()).isPositive();
        return response.statusCode();
    }

    Answer send(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
        return new Answer(response.statusCode(), response.body(), response);
    }
}
