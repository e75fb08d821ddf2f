package dev.varve.benchmarks;

import dev.varve.benchmarks.Comparison.Result;
import dev.varve.benchmarks.Comparison.Round;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.table.BatchWrite;
import dev.varve.table.BlockingTable;
import dev.varve.table.Get;
import dev.varve.table.Query;
import dev.varve.testkit.local.LocalDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Compares the embedded engine with plain RocksDB that writes the same bytes, and with DynamoDB Local. */
final class EngineMeasurement implements Measurement {

    private static final double BARE_BAR = 0.6;
    private static final double LOCAL_BAR = 30;
    private static final double NO_BAR = 0;
    private static final long SEED = 1;
    private static final int REQUESTS = 10_000;
    /** Large enough for all readings: unflushed data is still in the write-ahead log, from which the bytes are read. */
    private static final long WRITE_BUFFER = 512L * 1024 * 1024;

    private final List<Result> results = new ArrayList<>();
    private int rounds = 25;
    private long roundMillis = 250;
    private int readings = 100_000;

    @Override
    public String name() {
        return "engine";
    }

    @Override
    public String usage() {
        return "[--quick]  embedded engine against bare RocksDB and DynamoDB Local";
    }

    @Override
    public int run(String[] args) throws Exception {
        boolean quick = List.of(args).equals(List.of("--quick"));
        if (args.length > 0 && !quick) {
            System.out.println("engine takes no argument but --quick");
            return 2;
        }
        if (quick) {
            rounds = 7;
            readings = 50_000;
        }
        Path root = Files.createTempDirectory("varve-engine");
        try {
            againstBare(root);
            int bare = results.size();
            againstLocal(root);
            System.out.println();
            System.out.println(Comparison.heading("engine", "bare RocksDB"));
            results.stream().limit(bare).forEach(System.out::println);
            System.out.println(Comparison.heading("engine", "DynamoDB Local"));
            results.stream().skip(bare).forEach(System.out::println);
        } finally {
            Folders.delete(root);
        }
        return results.stream().allMatch(Result::isMet) ? 0 : 1;
    }

    private static RocksDbOptions options(Durability durability) {
        return RocksDbOptions.defaults().durability(durability).withoutSweeper();
    }

    private static BlockingTable table(RocksDbEngine engine) {
        return engine.open(EngineWorkload.SCHEMA).join().blocking();
    }

    private void againstBare(Path root) throws Exception {
        System.out.println("writing " + readings + " readings …");
        List<BatchWrite> batches = EngineWorkload.batches(readings);
        Path filled = root.resolve("filled");
        RocksDbOptions large = options(Durability.WRITTEN_TO_OS).writeBuffer(WRITE_BUFFER);
        try (RocksDbEngine engine = RocksDbEngine.open(filled, large)) {
            batches.forEach(table(engine)::batchWrite);
        }
        List<List<BatchEntry>> bytes;
        Path data = filled.resolve("data");
        try (BareRocksDb bare = new BareRocksDb(data, data, false)) {
            bytes = bare.batches();
            // Smaller batches hold the schema and the names of attributes.
            bytes.removeIf(batch -> batch.size() < EngineWorkload.BATCH);
        }
        Path reads = root.resolve("reads");
        try (RocksDbEngine engine = RocksDbEngine.open(filled, options(Durability.WRITTEN_TO_OS))) {
            engine.backup(reads);
        }
        Path twin = Folders.copy(reads.resolve("data"), root.resolve("twin"));
        reads(reads, twin);
        // Warm-up. A row can be new only once, so each run has its own databases.
        writes(root.resolve("warm-up"), twin, Durability.WRITTEN_TO_OS, batches, bytes);
        for (Durability durability : Durability.values()) {
            add(writes(root.resolve(durability.name()), twin, durability, batches, bytes));
        }
    }

    private void reads(Path directory, Path twin) throws Exception {
        try (RocksDbEngine engine = RocksDbEngine.open(directory, options(Durability.SYNCED));
                BareRocksDb bare = new BareRocksDb(twin, twin, true)) {
            BlockingTable table = table(engine);
            List<byte[]> keys = bare.rowKeys();
            SplittableRandom random = new SplittableRandom(SEED);
            Get[] gets = new EngineWorkload(SEED).gets(REQUESTS, readings);
            measure(new Comparison(
                    "get",
                    BARE_BAR,
                    () -> require(table.get(gets[random.nextInt(REQUESTS)]).item() != null),
                    () -> require(bare.get(keys.get(random.nextInt(keys.size()))).length > 0)));
            Query[] queries = new EngineWorkload(SEED).queries(REQUESTS, readings);
            int rows = EngineWorkload.QUERY_ROWS;
            measure(new Comparison(
                    "query of 60 rows",
                    BARE_BAR,
                    () -> require(table.query(queries[random.nextInt(REQUESTS)]).count() == rows),
                    () -> {
                        int from = random.nextInt(keys.size() - rows);
                        require(bare.range(keys.get(from), keys.get(from + rows), rows) > 0);
                    }));
        }
    }

    private Result writes(
            Path directory, Path twin, Durability durability, List<BatchWrite> batches, List<List<BatchEntry>> bytes)
            throws Exception {
        Path other = Files.createDirectories(directory).resolve("bare");
        try (RocksDbEngine engine = RocksDbEngine.open(directory.resolve("engine"), options(durability));
                BareRocksDb bare = new BareRocksDb(other, twin, durability == Durability.SYNCED)) {
            BlockingTable table = table(engine);
            int[] next = new int[2];
            Comparison race = new Comparison(
                    "batch put of 25, " + durability,
                    BARE_BAR,
                    () -> table.batchWrite(batches.get(next[0]++)),
                    () -> bare.write(bytes.get(next[1]++)));
            return race.run(rounds, new Round(batches.size() / rounds, Integer.MAX_VALUE));
        }
    }

    private void againstLocal(Path root) throws Exception {
        try (LocalDatabase database = LocalDatabase.open();
                DynamoDbEngine dynamo = DynamoDbEngine.over(database.client());
                RocksDbEngine read = RocksDbEngine.open(root.resolve("reads"), options(Durability.SYNCED));
                RocksDbEngine written = RocksDbEngine.open(root.resolve("written"), options(Durability.WRITTEN_TO_OS));
                RocksDbEngine synced = RocksDbEngine.open(root.resolve("synced"), options(Durability.SYNCED))) {
            BlockingTable local = dynamo.open(EngineWorkload.SCHEMA).join().blocking();
            int few = Math.min(readings, 40_000);
            EngineWorkload.batches(few).forEach(local::batchWrite);
            int[] next = {0, 0, few};
            BlockingTable table = table(written);
            // DynamoDB Local keeps everything in memory here, so it is compared with the weaker durability.
            measure(new Comparison(
                    "put, WRITTEN_TO_OS",
                    LOCAL_BAR,
                    () -> table.put(EngineWorkload.reading(next[0]++)),
                    () -> local.put(EngineWorkload.reading(next[2]++))));
            BlockingTable syncedTable = table(synced);
            measure(new Comparison(
                    "put, SYNCED (one fsync each)",
                    NO_BAR,
                    () -> syncedTable.put(EngineWorkload.reading(next[1]++)),
                    () -> local.put(EngineWorkload.reading(next[2]++))));
            Query[] queries = new EngineWorkload(SEED).queries(REQUESTS, few);
            SplittableRandom random = new SplittableRandom(SEED);
            BlockingTable readTable = table(read);
            measure(new Comparison(
                    "query of 60 rows",
                    LOCAL_BAR,
                    () -> require(
                            readTable.query(queries[random.nextInt(REQUESTS)]).count() > 0),
                    () -> require(local.query(queries[random.nextInt(REQUESTS)]).count() > 0)));
        }
    }

    private void measure(Comparison race) throws Exception {
        race.warmUp();
        add(race.run(rounds, new Round(Long.MAX_VALUE, roundMillis)));
    }

    private void add(Result result) {
        System.out.println(result);
        results.add(result);
    }

    private static void require(boolean right) {
        if (!right) {
            throw new IllegalStateException("a wrong result was measured");
        }
    }
}
