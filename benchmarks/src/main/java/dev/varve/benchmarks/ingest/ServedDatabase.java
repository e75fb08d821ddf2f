package dev.varve.benchmarks.ingest;

import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.server.ReadingLayout;
import dev.varve.server.ServerDatabase;
import dev.varve.server.Service;
import dev.varve.server.ServiceOptions;
import dev.varve.server.fleet.intake.Cardinality;
import java.nio.file.Path;

/** Runs servers in their own process, like their peers. */
public final class ServedDatabase {

    /** The property with the layout of new databases. */
    static final String LAYOUT = "varve.benchmark.layout";

    private static final int ARGUMENTS = 3;

    private static final int MAX_DEVICES = 2_000_000;

    private ServedDatabase() {}

    /** Starts the servers; the arguments of each are the folder, the port and the durability. */
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < args.length; i += ARGUMENTS) {
            start(Path.of(args[i]), Integer.parseInt(args[i + 1]), Durability.valueOf(args[i + 2]));
        }
        Thread.currentThread().join();
    }

    private static void start(Path folder, int port, Durability durability) throws Exception {
        RocksDbEngine engine =
                RocksDbEngine.open(folder, RocksDbOptions.defaults().durability(durability));
        ReadingLayout layout = ReadingLayout.valueOf(System.getProperty(LAYOUT, ReadingLayout.PACKED.name()));
        ServerDatabase database = ServerDatabase.open(engine, "varve", layout);
        // Room for a million devices and those of the warm-up.
        Service service = Service.start(
                database,
                ServiceOptions.onLoopback(port).withCardinality(Cardinality.DEFAULT.withDevices(MAX_DEVICES)));
        service.warmUp();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            service.close();
            database.close();
        }));
    }
}
