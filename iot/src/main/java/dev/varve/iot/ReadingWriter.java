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
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    private static final int FIRST_CAPACITY = 16;

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
        return batch(FIRST_CAPACITY);
    }

    /** Starts an empty batch for about as many readings as are given; more fit in too. */
    public Batch batch(int expected) {
        return new Batch(Math.max(1, expected));
    }

    /** Readings that are stored together; append it once. */
    public final class Batch {

        private int size;
        private ReadingForm[] forms;
        private Instant[] clocks;

        /** The numbers of all readings, one after the other, and where those of each begin. */
        private double[] numbers;

        private int[] starts;
        private int used;

        private Batch(int capacity) {
            this.forms = new ReadingForm[capacity];
            this.clocks = new Instant[capacity];
            this.numbers = new double[0];
            this.starts = new int[capacity];
        }

        /** Adds a reading, with one number for each field of the form. */
        public void add(ReadingForm form, Instant at, double... values) {
            form.requireSize(values.length);
            add(form, at, values, 0);
        }

        /** Adds a reading whose numbers, one for each field of the form, begin at a place of an array. */
        public void add(ReadingForm form, Instant at, double[] values, int from) {
            int width = form.fields().size();
            Objects.checkFromIndexSize(from, width, values.length);
            if (size == forms.length) {
                forms = Arrays.copyOf(forms, 2 * size);
                clocks = Arrays.copyOf(clocks, 2 * size);
                starts = Arrays.copyOf(starts, 2 * size);
            }
            if (used + width > numbers.length) {
                // Readings of one batch have about as many numbers each.
                numbers = Arrays.copyOf(numbers, Math.max(forms.length * width, 2 * used + width));
            }
            forms[size] = form;
            clocks[size] = at;
            starts[size] = used;
            System.arraycopy(values, from, numbers, used, width);
            used += width;
            size++;
        }

        public int size() {
            return size;
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
            ReadingForm form = forms[index];
            Map<String, Double> fields = new HashMap<>();
            for (int i = 0; i < form.fields().size(); i++) {
                fields.put(form.fields().get(i), numbers[starts[index] + i]);
            }
            return new DynamicReading(form.deviceId(), clocks[index], fields, form.location());
        }

        private int end(int index) {
            return starts[index] + forms[index].fields().size();
        }

        private CompletableFuture<BatchReport> appendRows(PreparedAppends rows) {
            PreparedAppends.Batch batch = rows.batch(size);
            Map<Integer, VarveException> refused = new LinkedHashMap<>();
            PreparedAppends.Prepared[] ready = new PreparedAppends.Prepared[size];
            Map<String, Seen> devices = new HashMap<>();
            Instant now = fleet.registry().now();
            for (int i = 0; i < size; i++) {
                try {
                    batch.check(clocks[i], numbers, starts[i], end(i));
                    ready[i] = forms[i].prepared(rows, clocks[i], now);
                    if (ready[i] == null) {
                        note(i, devices);
                    }
                } catch (VarveException unfit) {
                    refused.put(i, unfit);
                }
            }
            return lookUp(devices, rows).thenCompose(all -> {
                int[] added = new int[size];
                for (int i = 0; i < size; i++) {
                    if (refused.isEmpty() || !refused.containsKey(i)) {
                        try {
                            if (ready[i] == null) {
                                ready[i] = prepared(i, devices, rows);
                            }
                            batch.add(ready[i], clocks[i], numbers, starts[i]);
                            added[batch.size() - 1] = i;
                        } catch (VarveException unfit) {
                            refused.put(i, unfit);
                        }
                    }
                }
                return batch.append().thenApply(results -> report(results, added, refused));
            });
        }

        /** Prepares a reading whose device was looked up; throws why it cannot be stored. */
        private PreparedAppends.Prepared prepared(int index, Map<String, Seen> devices, PreparedAppends rows) {
            Seen device = Objects.requireNonNull(devices.get(forms[index].deviceId()));
            if (device.refusal != null) {
                throw device.refusal;
            }
            return forms[index].prepare(rows, Objects.requireNonNull(device.found));
        }

        /** Notes the device of a reading, and when it was last seen. */
        private void note(int index, Map<String, Seen> devices) {
            Instant at = clocks[index];
            Seen device = devices.computeIfAbsent(forms[index].deviceId(), id -> new Seen(at, index));
            if (at.isAfter(device.latest)) {
                device.latest = at;
                device.index = index;
            }
        }

        /** Looks up the devices of the readings, once for each, and records when they were seen. */
        private CompletableFuture<Void> lookUp(Map<String, Seen> devices, PreparedAppends rows) {
            List<CompletableFuture<?>> lookups = new ArrayList<>();
            devices.forEach((id, device) -> {
                CompletableFuture<Void> found = seen(id, device, rows);
                if (!found.isDone() || found.isCompletedExceptionally()) {
                    lookups.add(found);
                }
            });
            return CompletableFuture.allOf(lookups.toArray(CompletableFuture[]::new));
        }

        private CompletableFuture<Void> seen(String id, Seen device, PreparedAppends rows) {
            CompletableFuture<Registry.CachedDevice> found;
            try {
                // A refused reading must neither register its device nor count as a sign of life.
                found = fleet.registry().recordAndFind(id, device.latest, () -> {
                    if (!forms[device.index].isPrepared(rows)) {
                        fleet.readings().check(reading(device.index));
                    }
                });
            } catch (VarveException refused) {
                found = CompletableFuture.failedFuture(refused);
            }
            return found.handle((known, error) -> {
                if (error != null) {
                    device.refusal = refusal(error);
                } else {
                    device.found = known;
                }
                return null;
            });
        }
    }

    /** A device of a batch: its newest reading, and what the registry says about it. */
    private static final class Seen {
        private Instant latest;
        private int index;
        private Registry.@Nullable CachedDevice found;
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
            List<PreparedAppends.Result> results, int[] added, Map<Integer, VarveException> refused) {
        BatchReport.Counter report = new BatchReport.Counter();
        refused.forEach(report::refused);
        for (int i = 0; i < results.size(); i++) {
            switch (results.get(i)) {
                case APPLIED -> report.applied();
                case DUPLICATE -> report.duplicate();
                case CONFLICT -> report.conflict(added[i]);
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
