package dev.varve.benchmarks.peers;

import dev.varve.benchmarks.ingest.LineSender;
import dev.varve.benchmarks.ingest.Peer;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/** A server that takes line protocol, in a process of its own. */
abstract class HttpDatabase implements Database {

    private final LineSender sender = new LineSender();
    private List<byte[]> lines = List.of();

    /** Returns the running server. */
    abstract Peer server();

    /** Waits until all of these readings are visible; returns when that was, as {@link System#nanoTime()}. */
    abstract long awaitVisible(Readings readings) throws Exception;

    /** Sends lines to a server of the same process, so that its compilers have seen its code. */
    void warmUp(Readings readings) throws Exception {}

    final void send(URI target, List<byte[]> bodies) throws Exception {
        sender.send(target, bodies);
    }

    @Override
    public final void prepare(Readings readings, Readings warmUp) throws Exception {
        warmUp(warmUp);
        lines = Lines.of(readings, Lines.MEASUREMENT);
    }

    @Override
    public final long load(Readings readings) throws Exception {
        send(server().uri(server().writePath()), lines);
        lines = List.of();
        return awaitVisible(readings);
    }

    @Override
    public final double processorSeconds() {
        return server().processorTime().toMillis() / 1e3;
    }

    @Override
    public long count() throws IOException, InterruptedException {
        return server().stored();
    }

    @Override
    public void close() {
        server().close();
    }
}
