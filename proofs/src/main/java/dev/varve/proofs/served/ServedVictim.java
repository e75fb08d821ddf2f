package dev.varve.proofs.served;

import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.server.ServerDatabase;
import dev.varve.server.Service;
import dev.varve.server.ServiceOptions;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/** The process that is killed: a server that prints its port. */
public final class ServedVictim {

    private ServedVictim() {}

    /** Runs the server; the arguments are the directory, the durability, and how many milliseconds its clock is ahead. */
    public static void main(String[] args) throws Exception {
        PrintStream reports = System.out;
        System.setOut(System.err);
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofMillis(Long.parseLong(args[2])));
        RocksDbEngine engine = RocksDbEngine.open(
                Path.of(args[0]), RocksDbOptions.defaults().clock(clock).durability(Durability.valueOf(args[1])));
        Service service =
                Service.start(ServerDatabase.open(engine, ServedProcess.TABLE, clock), ServiceOptions.onLoopback(0));
        reports.println(service.port());
        reports.flush();
        Thread.currentThread().join();
    }
}
