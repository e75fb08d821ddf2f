package dev.varve.cli.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands of one page in a folder of its own.
 *
 * <p>Port 8080 is a free port, {@code /backup} a folder of the test, and DynamoDB is DynamoDB Local. A server that a
 * command starts, or that it needs at port 8080, runs to the end of its block.
 */
final class Shell implements AutoCloseable {

    /** The exit code and the lines of both outputs of a command. */
    record Result(int code, List<String> lines) {}

    private static final long TIMEOUT_SECONDS = 300;

    private final Path folder;
    private final URI dynamoDb;
    private final int port;
    private @Nullable Process server;

    Shell(Path folder, URI dynamoDb) throws IOException {
        this.folder = folder;
        this.dynamoDb = dynamoDb;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path script = Files.writeString(
                folder.resolve("varve"),
                "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC dev.varve.cli.Main \"$@\"\n"
                        .formatted(java));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve(".curlrc"), "silent\nshow-error\nfail-with-body\nnoproxy = \"*\"\n");
        Files.createDirectory(folder.resolve("backup"));
    }

    Path folder() {
        return folder;
    }

    Result run(String shown) throws IOException, InterruptedException {
        String command = shown.replace("localhost:8080", "127.0.0.1:8080")
                .replace(":8080", ":" + port)
                .replace("--host 0.0.0.0", "--host 127.0.0.1")
                .replace("/backup", folder.resolve("backup").toString());
        if (command.matches("(?s)(\\./)?varve (serve|demo)\\b.*")) {
            return serve(command.replaceFirst(" (serve|demo)", " $1 --port " + port));
        }
        if (server == null && shown.contains(":8080")) {
            serve("varve serve --port " + port);
        }
        Process process = start(command);
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        String text = output.replace(folder.resolve("backup").toString(), "/backup")
                .replace(folder.toString(), "/srv")
                .replace(":" + port, ":8080");
        return new Result(process.exitValue(), text.lines().toList());
    }

    /** Starts a server and returns when it listens, or with its exit code if it ends before. */
    private Result serve(String command) throws IOException, InterruptedException {
        stopServer();
        Process started = start("exec " + command);
        server = started;
        BufferedReader out = started.inputReader(StandardCharsets.UTF_8);
        StringBuilder read = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            read.append(line).append('\n');
            if (line.endsWith("with Ctrl-C")) {
                return new Result(0, read.toString().lines().toList());
            }
        }
        return new Result(started.waitFor(), read.toString().lines().toList());
    }

    /** Ends the server of the block, as Ctrl-C does. */
    void stopServer() throws InterruptedException {
        Process running = server;
        server = null;
        if (running != null) {
            running.destroy();
            assertThat(running.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
    }

    private Process start(String command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", command)
                .directory(folder.toFile())
                .redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("VARVE_") || name.startsWith("AWS_"));
        environment.put("PATH", folder + ":" + environment.get("PATH"));
        environment.put("CLASSPATH", System.getProperty("java.class.path"));
        environment.put("CURL_HOME", folder.toString());
        environment.put("AWS_ACCESS_KEY_ID", "guide");
        environment.put("AWS_SECRET_ACCESS_KEY", "guide");
        environment.put("AWS_ENDPOINT_URL", dynamoDb.toString());
        return builder.start();
    }

    @Override
    public void close() throws InterruptedException {
        stopServer();
    }
}
