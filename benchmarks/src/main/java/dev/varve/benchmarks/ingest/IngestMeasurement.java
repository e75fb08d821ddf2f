package dev.varve.benchmarks.ingest;

import dev.varve.benchmarks.Folders;
import dev.varve.benchmarks.Measurement;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.server.ReadingLayout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sends the same lines with the same client to this server and to others on the same machine, in turns. */
public final class IngestMeasurement implements Measurement {

    /** The results of one round of a server. */
    private record Round(
            double acknowledged, double settled, double processorMicros, double compilerMicros, double syncs) {}

    /** How often each request of the dashboard is sent: enough for its 99th percentile. */
    private static final int DASHBOARD_REQUESTS = 300;

    /** The points that are sent at a time while the dashboard sends requests. */
    private static final int LOAD_SHARE = 20 * IngestWorkload.LINES;

    private int points = 1_000_000;
    private int devices = 1_000;
    private int rounds = 5;
    private int rules;
    private IngestWorkload.Packing packing = IngestWorkload.Packing.PLAIN;
    private Durability durability = Durability.SYNCED;
    private ReadingLayout layout = ReadingLayout.PACKED;
    private @Nullable Path against;

    @Override
    public String name() {
        return "ingest";
    }

    @Override
    public String usage() {
        return "[--points 1000000 --devices 1000 --rounds 5] [--rules 30] [--gzip] [--os] [--items] [--against FILE]  line protocol by"
                + " HTTP, and what the dashboard asks meanwhile; next to influxdb and victoria-metrics where they are installed. --rules:"
                + " next to a server with alert rules. --os: without fsync. --items: with an item for each reading. --against: next to another build, whose class path is in the file";
    }

    @Override
    public int run(String[] args) throws Exception {
        if (!isUnderstood(args)) {
            System.out.println("ingest takes " + usage());
            return 2;
        }
        // One share for each round, one for the warm-up and one for the dashboard requests.
        int moments = Math.max(1, points / devices / (rounds + 2)) * (rounds + 2);
        IngestWorkload workload =
                new IngestWorkload(devices, moments, Instant.now().truncatedTo(ChronoUnit.SECONDS), packing);
        Path folder = Files.createTempDirectory("varve-ingest");
        List<Peer> peers = new ArrayList<>();
        try {
            return measure(workload, folder, peers);
        } finally {
            peers.forEach(Peer::close);
            Folders.delete(folder);
        }
    }

    private boolean isUnderstood(String[] args) {
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--gzip")) {
                packing = IngestWorkload.Packing.GZIP;
            } else if (args[i].equals("--os")) {
                durability = Durability.WRITTEN_TO_OS;
            } else if (args[i].equals("--items")) {
                layout = ReadingLayout.ITEMS;
            } else if (args[i].equals("--against") && i + 1 < args.length) {
                against = Path.of(args[++i]);
            } else {
                if (i + 1 == args.length || !args[i + 1].matches("[1-9][0-9]{0,7}")) {
                    return false;
                }
                int number = Integer.parseInt(args[i + 1]);
                switch (args[i++]) {
                    case "--points" -> points = number;
                    case "--devices" -> devices = number;
                    case "--rounds" -> rounds = number;
                    case "--rules" -> rules = number;
                    default -> {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private int measure(IngestWorkload workload, Path folder, List<Peer> peers) throws Exception {
        VarvePeer own = VarvePeer.start(VarvePeer.Build.own(layout), folder, durability, workload);
        peers.add(own);
        if (rules > 0) {
            VarvePeer.Build same = new VarvePeer.Build(
                    "varve, %s rules".formatted(rules),
                    VarvePeer.Build.own(layout).classPath(),
                    layout);
            VarvePeer watched = VarvePeer.start(same, folder, durability, workload);
            peers.add(watched);
            BenchmarkRules.put(watched, rules);
        }
        if (against != null) {
            VarvePeer.Build other = new VarvePeer.Build(
                    "varve, other", Files.readString(against).strip(), layout);
            peers.add(VarvePeer.start(other, folder, durability, workload));
        }
        if (isInstalled("influxdb", InfluxPeer.BINARY)) {
            peers.add(InfluxPeer.start(folder));
        }
        if (isInstalled("victoria-metrics", VictoriaPeer.BINARY)) {
            peers.add(VictoriaPeer.start(folder, workload.from(), workload.to()));
        }
        System.out.printf(
                Locale.ROOT,
                "%,d points of 3 fields, %,d devices, %,d lines a request, %d connections, %s, %s%n",
                workload.points(),
                devices,
                IngestWorkload.LINES,
                LineSender.CONNECTIONS,
                packing,
                durability);
        LineSender sender = new LineSender(packing);
        Map<String, List<Round>> measured = rounds(workload, peers, sender);
        measureDashboard(workload, own, sender);
        boolean isComplete = count(workload, own, peers);
        print(measured, workload.points() / (rounds + 2));
        return isComplete ? 0 : 1;
    }

    /** Returns whether a program is there; prints how to install it otherwise. */
    public static boolean isInstalled(String debianPackage, String binary) {
        boolean isThere = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, binary)));
        if (!isThere) {
            System.out.println("%s is left out: apt install %s".formatted(binary, debianPackage));
        }
        return isThere;
    }

    private Map<String, List<Round>> rounds(IngestWorkload workload, List<Peer> peers, LineSender sender)
            throws Exception {
        Map<String, List<Round>> measured = new LinkedHashMap<>();
        long share = workload.points() / (rounds + 2);
        for (int round = 0; round <= rounds; round++) {
            List<byte[]> batches = workload.batches(round * share, (round + 1) * share);
            for (Peer peer : peers) {
                Round result = round(peer, sender, batches, share);
                // The first round is the warm-up.
                if (round > 0) {
                    measured.computeIfAbsent(peer.name(), first -> new ArrayList<>())
                            .add(result);
                }
                System.out.printf(
                        Locale.ROOT,
                        "round %d, %-18s %,10.0f points/s acknowledged, %,10.0f processed, %6.1f µs of processor time each, %5.1f µs of it compilers, %6.0f fsyncs%n",
                        round,
                        peer.name(),
                        result.acknowledged(),
                        result.settled(),
                        result.processorMicros(),
                        result.compilerMicros(),
                        result.syncs());
            }
        }
        return measured;
    }

    private static Round round(Peer peer, LineSender sender, List<byte[]> batches, long share) throws Exception {
        double compiled = peer.compilerSeconds();
        double syncs = peer.syncs();
        long before = peer.processorTime().toMillis();
        long begin = System.nanoTime();
        double seconds = sender.send(peer, batches);
        double settled = (peer.settled() - begin) / 1e9;
        double micros = (peer.processorTime().toMillis() - before) * 1e3 / share;
        double compilerMicros = (peer.compilerSeconds() - compiled) * 1e6 / share;
        return new Round(share / seconds, share / settled, micros, compilerMicros, peer.syncs() - syncs);
    }

    /** Sends the last share, then points of other devices until the dashboard has sent all its requests. */
    private void measureDashboard(IngestWorkload workload, VarvePeer own, LineSender sender) throws Exception {
        ServerHistory.send(own, workload.to());
        own.settled();
        long share = workload.points() / (rounds + 2);
        sent(sender, own, workload.batches((rounds + 1) * share, workload.points()));
        IngestWorkload others = workload.others();
        AtomicBoolean isOver = new AtomicBoolean();
        FutureTask<Double> load = new FutureTask<>(() -> {
            double seconds = 0;
            long sent = 0;
            while (!isOver.get()) {
                seconds += sent(sender, own, others.batches(sent, sent + LOAD_SHARE));
                sent += LOAD_SHARE;
            }
            return sent / seconds;
        });
        new Thread(load, "load").start();
        DashboardRequests requests = new DashboardRequests(own);
        try {
            requests.send(DASHBOARD_REQUESTS);
        } finally {
            isOver.set(true);
        }
        double rate = load.get();
        own.settled();
        requests.print();
        System.out.printf(Locale.ROOT, "with these requests: %,.0f points/s acknowledged%n", rate);
    }

    private static double sent(LineSender sender, Peer peer, List<byte[]> batches) {
        try {
            return sender.send(peer, batches);
        } catch (Exception e) {
            throw new IllegalStateException("the load failed", e);
        }
    }

    /** Counts the stored points; the last share went to this server only. */
    private boolean count(IngestWorkload workload, Peer own, List<Peer> peers)
            throws IOException, InterruptedException {
        System.out.println();
        boolean isComplete = true;
        long share = workload.points() / (rounds + 2);
        for (Peer peer : peers) {
            long expected = peer == own ? workload.points() : share * (rounds + 1);
            long stored = peer.stored();
            isComplete &= stored == expected;
            System.out.printf(Locale.ROOT, "%-18s has stored %,d of %,d points%n", peer.name(), stored, expected);
        }
        return isComplete;
    }

    private static void print(Map<String, List<Round>> measured, long share) {
        System.out.printf(
                Locale.ROOT,
                "%n%-18s %16s %16s %16s %16s %14s %8s%n",
                "",
                "acknowledged",
                "processed",
                "processor time",
                "of it compilers",
                "fsyncs per 100k",
                "ratio");
        double own = middle(measured.getOrDefault("varve", List.of()).stream().map(Round::acknowledged));
        measured.forEach((name, all) -> System.out.printf(
                Locale.ROOT,
                "%-18s %,14.0f/s %,14.0f/s %13.1f µs %13.1f µs %14.0f %8.2f%n",
                name,
                middle(all.stream().map(Round::acknowledged)),
                middle(all.stream().map(Round::settled)),
                middle(all.stream().map(Round::processorMicros)),
                middle(all.stream().map(Round::compilerMicros)),
                middle(all.stream().map(Round::syncs)) * 100_000 / share,
                own / middle(all.stream().map(Round::acknowledged))));
    }

    private static double middle(Stream<Double> values) {
        List<Double> sorted = new ArrayList<>(values.toList());
        Collections.sort(sorted);
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }
}
