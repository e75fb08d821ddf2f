package dev.varve.cli.transfer;

import dev.varve.cli.client.ApiClient;
import dev.varve.cli.transfer.Batch.Position;
import dev.varve.core.Rejected;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Sends a file to a server, several batches at a time, and notes in the order of the file what is stored. */
public final class Importer {

    /** Enough to keep a server busy while the next batches are read; each holds a few megabytes. */
    private static final int IN_FLIGHT = 4;

    /**
     * How a file is read.
     *
     * @param precision the unit of timestamps in line protocol: ns, us, ms or s
     * @param batch how many records are sent together
     */
    public record Options(Format format, String precision, int batch) {
        public Options {
            if (batch < 1 || batch > 100_000) {
                throw new Rejected(
                        "import.batch", "a batch of %s lines cannot be sent; 1 to 100000 can".formatted(batch));
            }
        }
    }

    /** Is told after each batch. */
    public interface Listener {
        void stored(ImportReport soFar);
    }

    private record Pending(Batch batch, Future<ImportReport.Sent> sent) {}

    private final Options options;
    private final Sender sender;

    public Importer(ApiClient client, Options options) {
        this(client, options, TimeUnit.SECONDS::sleep);
    }

    Importer(ApiClient client, Options options, Sender.Pause pause) {
        this.options = options;
        this.sender = new Sender(client, options.format(), options.precision(), pause);
    }

    /** Stores what is not stored yet; when this fails, the checkpoint says how far it came. */
    public ImportReport run(Source source, Checkpoint checkpoint, Listener listener) throws IOException {
        ImportReport report = new ImportReport();
        Position from = checkpoint.resume(report);
        BatchReader batches = new BatchReader(source.in(), options.format(), options.batch(), from);
        ExecutorService senders = Executors.newFixedThreadPool(IN_FLIGHT);
        Deque<Pending> pending = new ArrayDeque<>();
        try {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                Batch next = batch;
                pending.add(new Pending(next, senders.submit(() -> sender.send(next))));
                if (pending.size() == IN_FLIGHT) {
                    finish(pending.remove(), checkpoint, report, listener);
                }
            }
            while (!pending.isEmpty()) {
                finish(pending.remove(), checkpoint, report, listener);
            }
        } finally {
            senders.shutdownNow();
        }
        checkpoint.forget();
        return report;
    }

    private static void finish(Pending oldest, Checkpoint checkpoint, ImportReport report, Listener listener)
            throws IOException {
        try {
            report.add(oldest.sent().get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("a batch could not be sent", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        checkpoint.save(oldest.batch().end(), report);
        listener.stored(report);
    }
}
