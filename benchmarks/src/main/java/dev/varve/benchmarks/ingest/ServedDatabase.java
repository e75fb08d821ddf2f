package dev.varve.benchmarks.ingest;

import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.server.ServerDatabase;
import dev.varve.server.Service;
import dev.varve.server.ServiceOptions;
import java.nio.file.Path;

/** Runs a server in its own process, like its peers. */
public final class ServedDatabase {

    private ServedDatabase() {}

    /** Starts the server; the arguments are the folder, the port and the durability. */
    public static void main(String[] args) throws Exception {
        RocksDbEngine engine =
                RocksDbEngine.open(Path.of(args[0]), RocksDbOptions.defaults().durability(Durability.valueOf(args[2])));
        ServerDatabase database = ServerDatabase.open(engine, "varve");
        Service service = Service.start(database, ServiceOptions.onLoopback(Integer.parseInt(args[1])));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            service.close();
            database.close();
        }));
        Thread.currentThread().join();
    }
}
