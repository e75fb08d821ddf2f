package dev.varve.iot;

import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import dev.varve.series.AppendReport;
import dev.varve.series.Outcome;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.append.PreparedAppends;
import dev.varve.table.BlockingTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Stores readings that are given as plain numbers, without a record for each. This is the fastest way into a fleet with packed
 * readings; with others it stores the same readings, no faster.
 *
 * <pre>{@code
 * ReadingWriter writer = ReadingWriter.on(fleet);
 * ReadingForm roof = ReadingForm.of("roof", "temperature", "humidity"); // keep it for further readings
 * ReadingWriter.Batch batch = writer.batch();
 * batch.add(roof, at, 21.5, 40);
 * batch.append();
 * }</pre>
 *
 * <p>Thread-safe; a batch is used by one thread.
 */
public final class ReadingWriter {

    private final OpenFleet<DynamicReading> fleet;
    private final @Nullable PreparedAppends prepared;

    private ReadingWriter(OpenFleet<DynamicReading> fleet) {
        this.fleet = fleet;
        this.prepared = SeriesAccess.instance().writes(fleet.readings()).prepared();
    }

    /** Returns a writer for the readings of a fleet. */
    public static ReadingWriter on(OpenFleet<DynamicReading> fleet) {
        return new ReadingWriter(fleet);
    }

    /** Returns whether the readings are packed and no other process can write them, because it cannot open the engine. */
    public boolean isOnlyWriter() {
        return prepared != null && prepared.isOnlyWriter();
    }

    /** Starts an empty batch. */
    public Batch batch() {
        return new Batch();
    }

    /** Readings that are stored together; append it once. */
    public final class Batch {

        private final List<ReadingForm> forms = new ArrayList<>();
        private final List<Instant> clocks = new ArrayList<>();
        private final List<double[]> numbers = new ArrayList<>();

        private Batch() {}

        /** Adds a reading, with one number for each field of the form. The array must not change afterwards. */
        public void add(ReadingForm form, Instant at, double... values) {
            form.requireSize(values);
            forms.add(form);
            clocks.add(at);
            numbers.add(values);
        }

        public int size() {
            return forms.size();
        }

        /**
         * Stores the readings, each with the location of its device unless its form has one, and records that the devices
         * were seen. Waits until the readings are durable. Throws if the batch could not be stored; it is then safe to
         * append the same readings again.
         */
        public BatchReport append() {
            return BlockingTable.await(appendAsync());
        }

        /** Stores the readings asynchronously; the future fails with the exceptions of {@link #append}. */
        public CompletableFuture<BatchReport> appendAsync() {
            return prepared == null ? appendRecords() : appendRows(prepared);
        }

        private CompletableFuture<BatchReport> appendRecords() {
            List<DynamicReading> readings = new ArrayList<>(size());
            for (int i = 0; i < size(); i++) {
                readings.add(reading(i));
            }
            return fleet.appendAllAsync(readings).thenApply(ReadingWriter::report);
        }

        private DynamicReading reading(int index) {
            ReadingForm form = forms.get(index);
            Map<String, Double> fields = new HashMap<>();
            for (int i = 0; i < form.fields().size(); i++) {
                fields.put(form.fields().get(i), numbers.get(index)[i]);
            }
            return new DynamicReading(form.deviceId(), clocks.get(index), fields, form.location());
        }

        private CompletableFuture<BatchReport> appendRows(PreparedAppends rows) {
            PreparedAppends.Batch batch = rows.batch();
            Map<Integer, VarveException> refused = new LinkedHashMap<>();
            Map<String, Seen> devices = new HashMap<>();
            for (int i = 0; i < size(); i++) {
                try {
                    batch.check(clocks.get(i), numbers.get(i));
                    note(i, devices);
                } catch (VarveException unfit) {
                    refused.put(i, unfit);
                }
            }
            return lookUp(devices).thenCompose(all -> {
                List<Integer> added = new ArrayList<>(size());
                for (int i = 0; i < size(); i++) {
                    if (!refused.containsKey(i)) {
                        Seen device =
                                Objects.requireNonNull(devices.get(forms.get(i).deviceId()));
                        VarveException refusal = add(i, device, batch, rows);
                        if (refusal == null) {
                            added.add(i);
                        } else {
                            refused.put(i, refusal);
                        }
                    }
                }
                return batch.append().thenApply(results -> report(results, added, refused));
            });
        }

        /** Adds a reading to the batch; returns why it cannot be stored, or null. */
        private @Nullable VarveException add(
                int index, Seen device, PreparedAppends.Batch batch, PreparedAppends rows) {
            if (device.refusal != null) {
                return device.refusal;
            }
            try {
                batch.add(forms.get(index).prepared(rows, device.location), clocks.get(index), numbers.get(index));
                return null;
            } catch (VarveException unfit) {
                return unfit;
            }
        }

        /** Notes the device of a reading, and when it was last seen. */
        private void note(int index, Map<String, Seen> devices) {
            Instant at = clocks.get(index);
            Seen device = devices.computeIfAbsent(forms.get(index).deviceId(), id -> new Seen(at, index));
            if (at.isAfter(device.latest)) {
                device.latest = at;
                device.index = index;
            }
        }

        /** Looks up the devices of the readings, once for each, and records when they were seen. */
        private CompletableFuture<Void> lookUp(Map<String, Seen> devices) {
            List<CompletableFuture<?>> lookups = new ArrayList<>();
            devices.forEach((id, device) -> {
                CompletableFuture<Void> found = seen(id, device);
                if (!found.isDone() || found.isCompletedExceptionally()) {
                    lookups.add(found);
                }
            });
            return CompletableFuture.allOf(lookups.toArray(CompletableFuture[]::new));
        }

        private CompletableFuture<Void> seen(String id, Seen device) {
            CompletableFuture<Optional<FleetDevice>> found;
            try {
                // A refused reading must neither register its device nor count as a sign of life.
                found = fleet.registry()
                        .recordSeen(id, device.latest, () -> fleet.readings().check(reading(device.index)));
            } catch (VarveException refused) {
                found = CompletableFuture.failedFuture(refused);
            }
            return found.handle((known, error) -> {
                if (error != null) {
                    device.refusal = refusal(error);
                } else {
                    device.location = known.flatMap(FleetDevice::location);
                }
                return null;
            });
        }
    }

    /** A device of a batch: its newest reading, and what the registry says about it. */
    private static final class Seen {
        private Instant latest;
        private int index;
        private Optional<String> location = Optional.empty();
        private @Nullable VarveException refusal;

        Seen(Instant latest, int index) {
            this.latest = latest;
            this.index = index;
        }
    }

    private static VarveException refusal(Throwable error) {
        Throwable cause = AsyncLoop.failure(error);
        if (cause instanceof VarveException known) {
            return known;
        }
        throw new CompletionException(cause);
    }

    private static BatchReport report(
            List<PreparedAppends.Result> results, List<Integer> added, Map<Integer, VarveException> refused) {
        BatchReport.Counter report = new BatchReport.Counter();
        refused.forEach(report::refused);
        for (int i = 0; i < results.size(); i++) {
            switch (results.get(i)) {
                case APPLIED -> report.applied();
                case DUPLICATE -> report.duplicate();
                case CONFLICT -> report.conflict(added.get(i));
            }
        }
        return report.build();
    }

    private static BatchReport report(AppendReport<DynamicReading> report) {
        BatchReport.Counter counter = new BatchReport.Counter();
        for (int i = 0; i < report.entries().size(); i++) {
            AppendReport.Entry<DynamicReading> entry = report.entries().get(i);
            if (entry.error() != null) {
                counter.refused(i, entry.error());
            } else if (entry.outcome() instanceof Outcome.Duplicate<?>) {
                counter.duplicate();
            } else if (entry.outcome() instanceof Outcome.Conflict<?>) {
                counter.conflict(i);
            } else {
                counter.applied();
            }
        }
        return counter.build();
    }
}
