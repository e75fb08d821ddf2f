package dev.varve.benchmarks.ingest;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server that accepts line protocol, in its own process on this machine; closing it ends the process. */
public abstract class Peer implements AutoCloseable {

    /** A database of a million devices that was killed reads its journal first. */
    private static final Duration START = Duration.ofMinutes(5);

    private static final long LOOK_MILLIS = 100;
    private static final long STOP_SECONDS = 60;

    /** The beginning of the names of compiler threads, behind C1 or C2; Linux keeps 15 characters of a name. */
    private static final String COMPILER = " CompilerThre";

    /** The places of both times in /proc/PID/task/TID/stat, behind the name; man 5 proc. */
    private static final int USER_TICKS = 11;

    private static final int SYSTEM_TICKS = 12;
    private static final double TICKS_PER_SECOND = 100;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String name;
    private final int port;
    private final Process process;

    protected Peer(String name, int port, List<String> command, Path folder) throws IOException {
        this.name = name;
        this.port = port;
        this.process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile())
                .start();
        // A measurement that is interrupted leaves no server behind.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    /** Returns the path for lines with timestamps in milliseconds. */
    public abstract String writePath();

    /** Returns the number of stored points. */
    public abstract long stored() throws IOException, InterruptedException;

    /** Waits until all acknowledged points are processed, if the server reports it; returns the time of completion. */
    public long settled() throws IOException, InterruptedException {
        return System.nanoTime();
    }

    /** Returns the CPU time of the JIT compilers of the process; 0 without any, or where it is not known. */
    final double compilerSeconds() throws IOException {
        Path threads = Path.of("/proc", String.valueOf(process.pid()), "task");
        if (!Files.isDirectory(threads)) {
            return 0;
        }
        double seconds = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
            for (Path thread : all) {
                seconds += compilerSeconds(thread);
            }
        }
        return seconds;
    }

    private static double compilerSeconds(Path thread) throws IOException {
        String stat;
        try {
            stat = Files.readString(thread.resolve("stat"));
        } catch (NoSuchFileException e) {
            // The thread has ended.
            return 0;
        }
        int end = stat.lastIndexOf(')');
        if (!stat.substring(0, end).contains(COMPILER)) {
            return 0;
        }
        String[] fields = stat.substring(end + 2).split(" ");
        return (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS])) / TICKS_PER_SECOND;
    }

    /** Returns how often the process has waited for the disk, or NaN if it does not report it. */
    double syncs() throws IOException, InterruptedException {
        return Double.NaN;
    }

    final String name() {
        return name;
    }

    final long pid() {
        return process.pid();
    }

    public final URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Returns the CPU time of the process. */
    public final Duration processorTime() {
        return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    public final void awaitAnswer(String path) throws IOException, InterruptedException {
        long end = System.nanoTime() + START.toNanos();
        while (true) {
            try {
                get(path);
                return;
            } catch (ConnectException e) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new IOException(name + " does not start", e);
                }
                Thread.sleep(LOOK_MILLIS);
            }
        }
    }

    public final String get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)));
    }

    public final String post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)).POST(BodyPublishers.ofString(body)));
    }

    final String put(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)).PUT(BodyPublishers.ofString(body)));
    }

    public final String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IOException("%s answers %s with %s: %s"
                    .formatted(name, response.uri(), response.statusCode(), response.body()));
        }
        return response.body();
    }

    /** Ends the process without giving it time to store anything. */
    final void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
