package dev.varve.benchmarks.ingest;

import dev.varve.benchmarks.Folders;
import dev.varve.benchmarks.Measurement;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.server.ReadingLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Registers fleets of growing size by their first lines, and measures the rate, the memory of each series, the cost of further
 * points, the requests of the dashboard and a restart.
 */
public final class ScaleMeasurement implements Measurement {

    /** A small fleet sends this many points in a round, so that its processor time can be measured. */
    private static final int LEAST_POINTS = 200_000;

    /** The first fleet, whose results are not shown. */
    private static final int WARM_UP = 20_000;

    /** The last line of a histogram of the heap: instances and bytes. */
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    private static final Map<String, String> REQUESTS = requests();

    private List<Integer> fleets = List.of(1_000, 100_000);
    private int rounds = 2;
    private boolean isHistogram;
    private boolean isKilled;

    @Override
    public String name() {
        return "scale";
    }

    @Override
    public String usage() {
        return "[--devices 1000,100000 --rounds 2] [--histogram] [--kill]  fleets of these sizes register by their first lines: rate,"
                + " memory of a series, processor time of further points, requests of the dashboard, restart. --histogram: prints"
                + " the classes on the heap. --kill: the server is killed before the restart, so that it replays the journal."
                + " 1000000 devices take some minutes";
    }

    private static Map<String, String> requests() {
        Map<String, String> paths = new LinkedHashMap<>();
        paths.put("fleet", "/api/v1/fleet");
        paths.put("devices", "/api/v1/devices?limit=50");
        paths.put("devices by a field", "/api/v1/devices?limit=50&sort=temperature&order=desc");
        paths.put("devices that match", "/api/v1/devices?limit=50&q=sensor_99");
        paths.put("locations", "/api/v1/locations");
        return paths;
    }

    @Override
    public int run(String[] args) throws Exception {
        if (!isUnderstood(args)) {
            System.out.println("scale takes " + usage());
            return 2;
        }
        for (int devices : fleets) {
            Path folder = Files.createTempDirectory("varve-scale");
            try {
                measure(devices, folder);
            } finally {
                Folders.delete(folder);
            }
        }
        return 0;
    }

    private boolean isUnderstood(String[] args) {
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--histogram")) {
                isHistogram = true;
            } else if (args[i].equals("--kill")) {
                isKilled = true;
            } else if (i + 1 == args.length) {
                return false;
            } else if (args[i].equals("--devices")) {
                String[] counts = args[++i].split(",", -1);
                if (!Stream.of(counts).allMatch(count -> count.matches("[1-9][0-9]{0,6}"))) {
                    return false;
                }
                fleets = Stream.of(counts).map(Integer::valueOf).toList();
            } else if (args[i].equals("--rounds") && args[i + 1].matches("[1-9][0-9]?")) {
                rounds = Integer.parseInt(args[++i]);
            } else {
                return false;
            }
        }
        return true;
    }

    private void measure(int devices, Path folder) throws Exception {
        int moments = Math.max(1, LEAST_POINTS / devices);
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        // One moment registers the devices; each round sends the next ones.
        IngestWorkload workload = new IngestWorkload(devices, 1 + rounds * moments, now, IngestWorkload.Packing.PLAIN);
        LineSender sender = new LineSender();
        try (VarvePeer own = start(folder, workload)) {
            sender.send(own, warmUp(workload));
            own.settled();
            long before = heap(own);
            long begin = own.processorTime().toMillis();
            double seconds = sender.send(own, workload.batches(0, devices));
            double micros = (own.processorTime().toMillis() - begin) * 1e3 / devices;
            own.settled();
            long after = heap(own);
            System.out.printf(
                    Locale.ROOT,
                    "%,9d devices: %,9.0f registered/s, %6.1f µs of processor time each; %,6.0f bytes of memory each, %,d MB in all%n",
                    devices,
                    devices / seconds,
                    micros,
                    (after - before) / (double) devices,
                    after >> 20);
            for (int round = 0; round < rounds; round++) {
                round(own, sender, workload, 1 + round * moments, moments);
            }
            own.settled();
            System.out.printf(
                    Locale.ROOT,
                    "%,9d devices: %,6.0f bytes of memory each after these rounds%n",
                    devices,
                    (heap(own) - before) / (double) devices);
            if (isHistogram) {
                histogram(own).lines().limit(60).forEach(System.out::println);
            }
            ask(own, devices);
            if (isKilled) {
                own.kill();
            }
        }
        long begin = System.nanoTime();
        try (VarvePeer own = start(folder, workload)) {
            double started = (System.nanoTime() - begin) / 1e9;
            own.get("/api/v1/fleet");
            System.out.printf(
                    Locale.ROOT,
                    "%,9d devices: restart in %.1f s, first state of the fleet after %.1f s, %.1f s of processor time%n",
                    devices,
                    started,
                    (System.nanoTime() - begin) / 1e9,
                    own.processorTime().toMillis() / 1e3);
            ask(own, devices);
        }
    }

    private static VarvePeer start(Path folder, IngestWorkload workload) throws IOException, InterruptedException {
        return VarvePeer.start(VarvePeer.Build.own(ReadingLayout.PACKED), folder, Durability.SYNCED, workload);
    }

    /** Returns lines of other devices, so that the code is compiled before the measurement. */
    private static List<byte[]> warmUp(IngestWorkload workload) {
        IngestWorkload others = new IngestWorkload(WARM_UP, 1, workload.from(), IngestWorkload.Packing.PLAIN);
        return others.batches(0, WARM_UP).stream()
                .map(lines -> new String(lines, StandardCharsets.UTF_8)
                        .replace("sensor_", "other_")
                        .getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static void round(VarvePeer own, LineSender sender, IngestWorkload workload, int moment, int moments)
            throws Exception {
        long devices = workload.devices();
        long points = devices * moments;
        List<byte[]> batches = workload.batches(moment * devices, (moment + moments) * devices);
        long before = own.processorTime().toMillis();
        double seconds = sender.send(own, batches);
        double sent = (own.processorTime().toMillis() - before) * 1e3 / points;
        own.settled();
        System.out.printf(
                Locale.ROOT,
                "%,9d devices: %,9.0f points/s acknowledged, %6.1f µs of processor time each, %6.1f µs until settled%n",
                devices,
                points / seconds,
                sent,
                (own.processorTime().toMillis() - before) * 1e3 / points);
    }

    private static void ask(Peer peer, int devices) throws IOException, InterruptedException {
        for (Map.Entry<String, String> request : REQUESTS.entrySet()) {
            double[] millis = new double[3];
            for (int i = 0; i < millis.length; i++) {
                long begin = System.nanoTime();
                peer.get(request.getValue());
                millis[i] = (System.nanoTime() - begin) / 1e6;
            }
            System.out.printf(
                    Locale.ROOT,
                    "%,9d devices: %-20s %8.1f ms at first, then %8.1f and %8.1f ms%n",
                    devices,
                    request.getKey(),
                    millis[0],
                    millis[1],
                    millis[2]);
        }
    }

    /** Returns the bytes of the objects that are in use. */
    private static long heap(Peer peer) throws IOException {
        Matcher total = TOTAL.matcher(histogram(peer));
        if (!total.find()) {
            throw new IOException("jcmd prints no histogram of the heap");
        }
        return Long.parseLong(total.group(1));
    }

    private static String histogram(Peer peer) throws IOException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        String.valueOf(peer.pid()),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        return new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
