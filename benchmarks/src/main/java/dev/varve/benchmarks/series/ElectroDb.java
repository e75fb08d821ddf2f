package dev.varve.benchmarks.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.varve.benchmarks.series.Contest.Effort;
import dev.varve.benchmarks.series.Contest.Result;
import dev.varve.benchmarks.series.Meter.Cost;
import dev.varve.benchmarks.series.SeriesReadings.Reading;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.series.OpenSeries;
import dev.varve.series.internal.SeriesAccess;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;

/**
 * Compares the CPU time of this process with that of Node running ElectroDB. Both use HTTP to a server in a third
 * process, with the same number of requests in flight.
 */
final class ElectroDb {

    static final String DEVICE = "device-0";

    /** The number of requests in flight, on either side. */
    private static final int UNDER_WAY = 8;

    private static final String SOURCE = "peers/electrodb";
    private static final List<String> SOURCES = List.of("package.json", "peer.mjs");

    /**
     * The results.
     *
     * @param skipped why nothing was measured, or null
     */
    record Comparison(List<Result> results, @Nullable String skipped) {}

    private record Case(String name, String command, int calls, IntFunction<CompletableFuture<?>> ours) {}

    private ElectroDb() {}

    static Comparison measure(Effort effort) throws IOException, InterruptedException {
        Path module = module();
        Path folder = module.resolve("target").resolve("electrodb");
        String missing = install(module.resolve(SOURCE), folder);
        if (missing != null) {
            return new Comparison(List.of(), missing);
        }
        try (Child server = Child.start(folder, java(), "-cp", classPath(), CannedServer.class.getName())) {
            URI endpoint = URI.create("http://127.0.0.1:" + server.line());
            DynamoDbAsyncClientBuilder builder = DynamoDbAsyncClient.builder()
                    .endpointOverride(endpoint)
                    .region(Region.US_EAST_1)
                    .credentialsProvider(
                            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
            DynamoDbEngine.configure(builder);
            try (DynamoDbAsyncClient client = builder.build();
                    Child node =
                            Child.start(folder, "node", "peer.mjs", endpoint.toString(), Integer.toString(UNDER_WAY))) {
                List<Result> results = new ArrayList<>();
                for (Case each : cases(client)) {
                    results.add(run(each, node, effort));
                }
                return new Comparison(results, null);
            }
        }
    }

    private static List<Case> cases(DynamoDbAsyncClient client) {
        OpenSeries<Reading> series = SeriesAccess.instance()
                .open(
                        SeriesReadings.open(DynamoDbEngine.builder()
                                .clock(SeriesReadings.CLOCK)
                                .over(client)),
                        SeriesReadings.PLAIN);
        return List.of(
                new Case(
                        "append",
                        "put",
                        2_000,
                        number -> series.appendAsync(SeriesReadings.reading("device-1", number))),
                new Case(
                        "history of 1000",
                        "query",
                        100,
                        number -> series.history(DEVICE)
                                .between(SeriesReadings.FIRST, SeriesReadings.NOW)
                                .limit(RequestContest.LARGE_PAGE)
                                .pageAsync(null)));
    }

    /** Runs the same number of calls in turns; the cost of a call is its share of its process's CPU time. */
    private static Result run(Case each, Child node, Effort effort) throws IOException {
        System.out.println("measuring " + each.name + " against ElectroDB …");
        long end = System.nanoTime() + 2 * effort.warmUpMillis() * 1_000_000;
        while (System.nanoTime() < end) {
            ours(each);
            theirs(each, node);
        }
        List<Cost> ours = new ArrayList<>();
        List<Cost> others = new ArrayList<>();
        for (int round = 0; round < effort.rounds(); round++) {
            ours.add(ours(each));
            others.add(theirs(each, node));
        }
        return new Result(new Contest(each.name, Meter.PROCESS, () -> each, () -> each), ours, others);
    }

    private static Cost ours(Case each) {
        Meter.Reading start = Meter.PROCESS.read();
        AtomicInteger next = new AtomicInteger();
        List<CompletableFuture<Void>> chains = new ArrayList<>();
        for (int i = 0; i < UNDER_WAY; i++) {
            chains.add(chain(each, next));
        }
        CompletableFuture.allOf(chains.toArray(CompletableFuture[]::new)).join();
        return Meter.PROCESS.read().since(start, each.calls);
    }

    private static CompletableFuture<Void> chain(Case each, AtomicInteger next) {
        int number = next.getAndIncrement();
        return number >= each.calls
                ? CompletableFuture.completedFuture(null)
                : each.ours.apply(number).thenCompose(done -> chain(each, next));
    }

    /** Runs the same calls in Node, which returns nanoseconds of wall-clock time and of CPU time. */
    private static Cost theirs(Case each, Child node) throws IOException {
        node.send(each.command + " " + each.calls);
        List<String> answer = List.of(node.line().split(" "));
        return new Cost(
                Double.parseDouble(answer.get(0)) / each.calls, Double.parseDouble(answer.get(1)) / each.calls, 0);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }

    /** Installs the peer and its packages in a build folder; returns the reason if that fails, or null. */
    private static @Nullable String install(Path sources, Path folder) throws IOException, InterruptedException {
        Path log = folder.resolve("npm.log");
        Files.createDirectories(folder);
        for (String name : SOURCES) {
            Files.copy(sources.resolve(name), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
        try {
            new ProcessBuilder("node", "--version")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            int status = new ProcessBuilder("npm", "install", "--no-audit", "--no-fund", "--prefer-offline")
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start()
                    .waitFor();
            return status == 0 ? null : "npm install failed, see " + log;
        } catch (IOException e) {
            return "node and npm are needed: " + e.getMessage();
        }
    }

    /** Returns the folder of this module. */
    private static Path module() throws IOException {
        for (String entry : classPath().split(File.pathSeparator)) {
            for (Path path = Path.of(entry).toAbsolutePath(); path != null; path = path.getParent()) {
                if (Files.exists(path.resolve(SOURCE))) {
                    return path;
                }
            }
        }
        throw new IOException(SOURCE + " is in no folder above the classes of this measurement");
    }

    /** A child process with a line-based protocol; closing it ends the process. */
    private record Child(Process process, BufferedReader out, Writer in) implements AutoCloseable {

        static Child start(Path folder, String... command) throws IOException {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new Child(
                    process,
                    new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)),
                    process.outputWriter(UTF_8));
        }

        void send(String line) throws IOException {
            in.write(line + "\n");
            in.flush();
        }

        String line() throws IOException {
            String line = out.readLine();
            if (line == null) {
                throw new IOException(
                        "the process ended: " + process.info().command().orElse("?"));
            }
            return line;
        }

        @Override
        public void close() {
            process.destroy();
        }
    }
}
