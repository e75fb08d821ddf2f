package dev.varve.benchmarks.peers;

import dev.varve.benchmarks.Folders;
import dev.varve.benchmarks.Measurement;
import dev.varve.benchmarks.ingest.InfluxPeer;
import dev.varve.benchmarks.ingest.IngestMeasurement;
import dev.varve.benchmarks.ingest.VarveProcess;
import dev.varve.benchmarks.ingest.VictoriaPeer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Puts the same readings into this and other databases, one after the other, and asks all of them the same questions. */
public final class PeersMeasurement implements Measurement {

    private static final int MINUTES_OF_A_DAY = 24 * 60;

    private static final long STOP_SECONDS = 20;

    private int devices = 1_000;
    private int minutes = 2_000;
    private Set<Kind> kinds = EnumSet.allOf(Kind.class);

    @Override
    public String name() {
        return "peers";
    }

    @Override
    public String usage() {
        return "[--devices 1000 --minutes 2000] [--with varve,varve-http,influxdb,victoria,questdb,duckdb,sqlite,dynamodb]"
                + "  the same readings and questions for whole databases; every answer is checked";
    }

    @Override
    public int run(String[] args) throws Exception {
        if (!isUnderstood(args)) {
            System.out.println("peers takes " + usage());
            return 2;
        }
        Instant today = Instant.now().truncatedTo(ChronoUnit.DAYS);
        Instant start = today.minus((minutes + MINUTES_OF_A_DAY - 1) / MINUTES_OF_A_DAY, ChronoUnit.DAYS);
        System.out.printf(
                Locale.ROOT,
                "%,d devices, a reading of %d fields a minute, %,d minutes from %s; batches of %,d%n",
                devices,
                Field.COUNT,
                minutes,
                start,
                Database.BATCH);
        FigureTable table = new FigureTable();
        boolean isRight = true;
        Path folder = Files.createTempDirectory("varve-peers");
        Thread cleaning = new Thread(() -> clean(folder));
        Runtime.getRuntime().addShutdownHook(cleaning);
        for (Kind kind : kinds) {
            if (isThere(kind)) {
                isRight &= measure(kind, folder.resolve(kind.word()), start.toEpochMilli(), table);
            }
        }
        table.print(System.out);
        boolean isMet = Goals.print(table, System.out);
        return isRight && isMet ? 0 : 1;
    }

    /** Ends all processes that this one started and deletes their files, also when the measurement is interrupted. */
    private static void clean(Path folder) {
        List<ProcessHandle> started = ProcessHandle.current().descendants().toList();
        started.forEach(ProcessHandle::destroy);
        started.forEach(process -> process.onExit()
                .completeOnTimeout(process, STOP_SECONDS, TimeUnit.SECONDS)
                .join());
        started.forEach(ProcessHandle::destroyForcibly);
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            System.err.println("%s is not deleted: %s".formatted(folder, e));
        }
    }

    private boolean isUnderstood(String[] args) {
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length) {
                return false;
            }
            if (args[i].equals("--with")) {
                kinds = EnumSet.noneOf(Kind.class);
                for (String word : args[i + 1].split(",", -1)) {
                    List<Kind> named = List.of(Kind.values()).stream()
                            .filter(kind -> kind.word().equals(word))
                            .toList();
                    if (named.isEmpty()) {
                        return false;
                    }
                    kinds.addAll(named);
                }
            } else if (!args[i + 1].matches("[1-9][0-9]{0,6}")) {
                return false;
            } else if (args[i].equals("--devices")) {
                devices = Integer.parseInt(args[i + 1]);
            } else if (args[i].equals("--minutes")) {
                minutes = Integer.parseInt(args[i + 1]);
            } else {
                return false;
            }
        }
        return (long) devices * minutes <= Integer.MAX_VALUE;
    }

    private static boolean isThere(Kind kind) {
        return switch (kind) {
            case INFLUXDB -> IngestMeasurement.isInstalled("influxdb", InfluxPeer.BINARY);
            case VICTORIA -> IngestMeasurement.isInstalled("victoria-metrics", VictoriaPeer.BINARY);
            default -> true;
        };
    }

    /** Runs a database in its own process and collects its figures; returns whether all its answers were right. */
    private boolean measure(Kind kind, Path folder, long startMillis, FigureTable table)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            // Where the options of a server of this project are.
                            "-D%s=%s".formatted(VarveProcess.OPTIONS, System.getProperty(VarveProcess.OPTIONS)),
                            "-cp",
                            System.getProperty("java.class.path"),
                            DatabaseRun.class.getName(),
                            kind.name(),
                            folder.toString(),
                            String.valueOf(startMillis),
                            String.valueOf(devices),
                            String.valueOf(minutes))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Map<Figure, Double> figures = new EnumMap<>(Figure.class);
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    read(kind, line, figures);
                }
            }
            boolean isRight = process.waitFor() == 0;
            if (isRight) {
                table.add(kind, figures);
            } else {
                System.out.println(kind.word() + " FAILED");
            }
            return isRight;
        } finally {
            Folders.delete(folder);
        }
    }

    private static void read(Kind kind, String line, Map<Figure, Double> figures) {
        String[] words = line.split(" ", -1);
        if (words.length == 3 && words[0].equals(DatabaseRun.FIGURE)) {
            Figure figure = Figure.valueOf(words[1]);
            double value = Double.parseDouble(words[2]);
            figures.put(figure, value);
            System.out.printf(Locale.ROOT, "%-12s %-72s %14s%n", kind.word(), figure.label(), figure.text(value));
        }
    }
}
