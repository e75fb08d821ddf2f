package dev.varve.cli.demo;

import dev.varve.cli.serve.Ports;
import dev.varve.cli.serve.ServerRun;
import dev.varve.cli.serve.StoreLocation;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.error.Rejected;
import dev.varve.server.ServerDatabase;
import dev.varve.server.ServiceOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code varve demo}: a server over a simulated world. */
@Command(
        name = "demo",
        description = {
            "Shows a simulated fleet and two web sites, live.",
            "",
            "The server is available at once. The history of readings and sessions is filled in in the background, newest"
                    + " first, while live data keeps arriving. Ctrl-C stops it, and the next start continues. Delete the"
                    + " folder to start again.",
            ""
        },
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {

    private static final String HOST = "127.0.0.1";
    private static final int DEFAULT_PORT = 8080;
    private static final int MOST_DEVICES = 10_000;
    private static final int MOST_DAYS = 30;

    @Spec
    private CommandSpec spec;

    @Option(names = "--devices", paramLabel = "N", description = "number of devices, at the first start (200)")
    private @Nullable Integer devices;

    @Option(
            names = "--days",
            paramLabel = "N",
            defaultValue = "30",
            description = "days of history; at most the last 28, for sites 27 (30)")
    private int days;

    @Option(names = "--port", paramLabel = "PORT", description = "port to listen on (8080, or the next free port)")
    private @Nullable Integer port;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "varve-demo",
            description = "the folder (./varve-demo)")
    private Path data;

    @Option(names = "--seed", paramLabel = "NUMBER", description = "seed of the simulated data, at the first start (1)")
    private @Nullable Long seed;

    @Override
    public Integer call() throws InterruptedException {
        if (days < 1 || days > MOST_DAYS) {
            throw new Rejected("cli.days", "--days is %s; give 1 to %s".formatted(days, MOST_DAYS));
        }
        if (port != null) {
            Ports.requirePort(port);
        }
        PrintWriter out = spec.commandLine().getOut();
        // Data in the operating system's cache survives the end of the process, which is safe enough for simulated
        // data.
        StoreLocation store =
                new StoreLocation.Folder(data, RocksDbOptions.defaults().durability(Durability.WRITTEN_TO_OS));
        int listening = port != null ? port : Ports.firstFree(HOST, DEFAULT_PORT);
        if (port != null && port != 0) {
            Ports.requireFree(HOST, port);
        }
        ServerDatabase database = store.open();
        ServerRun running;
        Demo demo;
        try {
            DemoState state = DemoState.find(data).map(this::same).orElseGet(() -> begin(database));
            running = ServerRun.start(store, database, ServiceOptions.onLoopback(listening));
            demo = new Demo(
                    database, state, Duration.ofDays(days), spec.commandLine().getErr());
            out.println("%s devices and two sites in %s".formatted(state.world().devices(), data));
            out.println("dashboard  " + running.url());
            out.println("open to everybody on this machine; stop it with Ctrl-C");
            out.flush();
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
        demo.start();
        running.untilStopped(demo);
        return 0;
    }

    private DemoState begin(ServerDatabase database) {
        DemoState state = DemoState.begin(data, world(database.varve().clock().instant()));
        Setup.run(database, state.world());
        state.save();
        return state;
    }

    private DemoWorld world(Instant now) {
        int number = devices == null ? DemoWorld.DEFAULT_DEVICES : devices;
        if (number < 1 || number > MOST_DEVICES) {
            throw new Rejected("cli.devices", "--devices is %s; give 1 to %s".formatted(number, MOST_DEVICES));
        }
        return new DemoWorld(seed == null ? 1 : seed, number, now.truncatedTo(ChronoUnit.DAYS));
    }

    /** Returns the world in the folder; refuses options that describe another one. */
    private DemoState same(DemoState found) {
        DemoWorld world = found.world();
        if ((devices != null && devices != world.devices()) || (seed != null && seed != world.seed())) {
            throw new Rejected(
                    "demo.other-world",
                    "folder %s contains a demo with %s devices and seed %s: leave out --devices and --seed, delete the folder, or choose another with --data"
                            .formatted(data, world.devices(), world.seed()));
        }
        return found;
    }
}
