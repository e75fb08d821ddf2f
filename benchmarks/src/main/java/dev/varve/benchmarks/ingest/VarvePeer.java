package dev.varve.benchmarks.ingest;

import dev.varve.engine.rocksdb.Durability;
import dev.varve.server.ReadingLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** This project's server with the points of a workload. */
final class VarvePeer extends VarveProcess {

    private final IngestWorkload workload;

    private VarvePeer(Build build, int port, List<String> command, Path folder, IngestWorkload workload)
            throws IOException {
        super(build.name(), port, command, folder);
        this.workload = workload;
    }

    /** A build of the server: its name in the results, its class path, and how it stores readings. */
    record Build(String name, String classPath, ReadingLayout layout) {

        static Build own(ReadingLayout layout) {
            return new Build("varve", System.getProperty("java.class.path"), layout);
        }
    }

    static VarvePeer start(Build build, Path folder, Durability durability, IngestWorkload workload)
            throws IOException, InterruptedException {
        int port = freePort();
        VarvePeer peer = new VarvePeer(
                build,
                port,
                command(build.classPath(), build.layout(), new Served(folder.resolve(build.name()), port, durability)),
                folder,
                workload);
        peer.awaitAnswer("/ping");
        return peer;
    }

    /** Reads all readings of every device and counts them. */
    @Override
    public long stored() throws IOException, InterruptedException {
        long lines = 0;
        for (int device = 0; device < workload.devices(); device++) {
            // The first line names the columns.
            lines += get("/api/v1/devices/%s/readings?format=csv&fields=temperature&from=%s&to=%s"
                                    .formatted(IngestWorkload.id(device), workload.from(), workload.to()))
                            .lines()
                            .count()
                    - 1;
        }
        return lines;
    }
}
