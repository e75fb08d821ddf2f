package dev.varve.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The server that holds a folder, as it says itself in {@code server.json} while it runs. The file may be left over from
 * one that was killed: it counts only while that process lives and answers.
 */
public record RunningServer(URI url, long pid) {

    public static final String FILE = "server.json";

    /** Returns the server that holds this folder. */
    public static Optional<RunningServer> find(Path directory) {
        Path file = directory.resolve(FILE);
        JsonNode said;
        try {
            said = ApiClient.read(Files.readString(file));
        } catch (IOException e) {
            return Optional.empty();
        }
        String url = said.path("url").asText("");
        long pid = said.path("pid").asLong(-1);
        if (url.isEmpty() || !isAlive(pid)) {
            return Optional.empty();
        }
        RunningServer server;
        try {
            server = new RunningServer(URI.create(url), pid);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return server.answers() ? Optional.of(server) : Optional.empty();
    }

    private static boolean isAlive(long pid) {
        return pid > 0 && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private boolean answers() {
        try {
            return new ApiClient(url, null).send(Call.page("/health")).status() == 200;
        } catch (Unreachable e) {
            return false;
        }
    }
}
