package dev.varve.cli.transfer;

import dev.varve.cli.client.ApiClient;
import dev.varve.cli.transfer.Batch.Position;
import dev.varve.error.Rejected;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Sends a file to a server, several batches at a time, and records the progress in the order of the file. */
public final class Importer {

    /** Enough to keep a server busy while the next batches are read; each has a few megabytes. */
    private static final int IN_FLIGHT = 4;

    /** A batch is answered within seconds. */
    private static final Duration LAST_ANSWERS = Duration.ofMinutes(2);

    /**
     * How a file is read.
     *
     * @param precision the unit of timestamps in line protocol: ns, us, ms or s
     * @param batch the number of records that are sent together
     * @param untimed how readings without a time are handled
     * @param columns the columns of a CSV file
     * @param age which readings are sent as old ones
     */
    public record Options(Format format, String precision, int batch, Untimed untimed, Columns columns, Age age) {
        public Options {
            if (format != Format.CSV && !columns.isDefault()) {
                throw new Rejected(
                        "cli.csv-only",
                        "--device, --time-column and --time-unit are for CSV, but the file looks like %s; if it is CSV, add --format csv"
                                .formatted(format.name().toLowerCase(Locale.ROOT)));
            }
            if (batch < 1 || batch > 100_000) {
                throw new Rejected("cli.batch", "--batch is %s; it must be from 1 to 100000".formatted(batch));
            }
        }

        /** Options for files that Varve wrote. */
        Options(Format format, String precision, int batch, Untimed untimed) {
            this(format, precision, batch, untimed, Columns.DEFAULT);
        }

        /** Options for an import of readings that the history accepts. */
        public Options(Format format, String precision, int batch, Untimed untimed, Columns columns) {
            this(format, precision, batch, untimed, columns, Age.LIMITED);
        }
    }

    /** Which ages of readings are stored. */
    public enum Age {
        LIMITED,
        /** Those that are too old for the history count in their rows. */
        ANY
    }

    /** How readings without a time are handled. */
    public enum Untimed {
        REFUSED,
        /** They get the time of arrival, which is the same for the whole batch. */
        NOW
    }

    /** Called after each batch. */
    public interface Listener {
        void stored(ImportReport soFar);
    }

    private record Pending(Batch batch, Future<ImportReport.Sent> sent) {}

    private final Options options;
    private final BatchSender sender;

    public Importer(ApiClient client, Options options) {
        this(client, options, TimeUnit.SECONDS::sleep);
    }

    Importer(ApiClient client, Options options, BatchSender.Pause pause) {
        this.options = options;
        this.sender = new BatchSender(client, options, pause);
    }

    /** Stores the rest of the file. If this fails, the checkpoint has the progress. */
    public ImportReport run(InputFile source, Checkpoint checkpoint, Listener listener) throws IOException {
        ImportReport report = new ImportReport();
        Position from = resumed(checkpoint, report);
        BatchReader batches = new BatchReader(source.in(), options, from);
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
            end(senders);
        }
        checkpoint.forget();
        return report;
    }

    /** Ends running requests, so that nothing more is stored after the import has failed. */
    private static void end(ExecutorService senders) {
        senders.shutdownNow();
        try {
            // A request that takes longer is abandoned, so that the cause of the failure is reported soon.
            var unused = senders.awaitTermination(LAST_ANSWERS.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns where to continue. The recorded progress is worth nothing if the database was deleted and created again. So
     * the last recorded records are sent again, and if one of them was missing, the import starts at the first line.
     */
    private Position resumed(Checkpoint checkpoint, ImportReport report) throws IOException {
        Checkpoint.Reached reached = checkpoint.reached();
        if (reached == null) {
            return Position.BEGIN;
        }
        long missing = missing(reached);
        if (missing > 0) {
            report.early(missing);
            return Position.BEGIN;
        }
        report.resume(reached.position().line(), reached.refused());
        return reached.position();
    }

    private long missing(Checkpoint.Reached reached) throws IOException {
        if (options.untimed() == Untimed.NOW) {
            // They would be counted twice.
            return 0;
        }
        byte[] last = reached.last().getBytes(StandardCharsets.UTF_8);
        try {
            return last.length == 0
                    ? 0
                    : sender.send(new Batch(last, last, new Batch.Lines(1, 0), reached.position(), List.of()))
                            .accepted();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
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
        checkpoint.save(oldest.batch(), report);
        listener.stored(report);
    }
}
