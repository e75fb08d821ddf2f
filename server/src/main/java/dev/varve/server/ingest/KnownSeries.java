package dev.varve.server.ingest;

import dev.varve.iot.ReadingForm;
import dev.varve.server.line.LineBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The series of line protocol whose readings were stored before: which device they belong to, and with which fields. Lines of
 * such series need no further check. Thread-safe.
 */
public final class KnownSeries {

    /** All series are forgotten beyond this many; they are learnt again from their next lines. */
    private static final int MAX_SERIES = 1_000_000;

    /** A series whose lines have more combinations of fields than this is read line by line. */
    private static final int MAX_FORMS = 16;

    /**
     * The fields of some lines of a series, in their order. Threads write the hints without a lock; whoever uses one checks it.
     */
    static final class Fields {
        private final Series series;
        private final byte[][] names;
        private final ReadingForm form;

        /** The fields of the line that came after one with these the last time. */
        private @Nullable Fields next;

        /** The place of the last reading with these fields in its body. */
        private int lastRow;

        private Fields(Series series, byte[][] names, ReadingForm form) {
            this.series = series;
            this.names = names;
            this.form = form;
        }

        ReadingForm form() {
            return form;
        }

        int lastRow() {
            return lastRow;
        }

        void lastRow(int place) {
            lastRow = place;
        }

        /** Returns the fields of the next line if it has those that followed the last time, and is plain; reads it then. */
        @Nullable
        Fields readNext(LineBytes line) {
            Fields expected = next;
            return expected != null
                            && !expected.series.isForgotten
                            && line.readPlain(expected.series.bytes, expected.names)
                    ? expected
                    : null;
        }

        void next(Fields following) {
            next = following;
        }
    }

    private static final class Series {
        private final byte[] bytes;
        private final int hash;
        private volatile List<Fields> fields = List.of();
        private volatile boolean isForgotten;

        Series(Candidate line) {
            this.bytes = line.series();
            this.hash = line.hash();
        }
    }

    private static final class OfDevice {
        private final Optional<String> location;
        private final List<Series> series = new ArrayList<>();
        private boolean isMoving;

        OfDevice(Optional<String> location) {
            this.location = location;
        }
    }

    /** What a line has that may become known. */
    @SuppressWarnings("ArrayRecordComponent") // As above.
    record Candidate(byte[] series, int hash, byte[][] names) {

        static Candidate of(LineBytes line) {
            byte[][] names = new byte[line.fields()][];
            for (int i = 0; i < names.length; i++) {
                names[i] = line.name(i);
            }
            return new Candidate(line.series(), line.seriesHash(), names);
        }
    }

    private final Map<Integer, List<Series>> byHash = new ConcurrentHashMap<>();
    private final Map<String, OfDevice> byDevice = new HashMap<>();
    private final AtomicLong revision = new AtomicLong();

    /** Returns the fields of a plain line, with the form of its readings, or null if its series is not known. */
    @Nullable
    Fields find(LineBytes line) {
        List<Series> candidates = byHash.get(line.seriesHash());
        if (candidates == null) {
            return null;
        }
        for (Series series : candidates) {
            if (line.isSeries(series.bytes) && !series.isForgotten) {
                for (Fields fields : series.fields) {
                    if (line.areNames(fields.names)) {
                        return fields;
                    }
                }
            }
        }
        return null;
    }

    /** Returns a number that changes when series are forgotten. */
    long revision() {
        return revision.get();
    }

    /**
     * Notes that readings of this form were stored for a line.
     *
     * @param since the revision before they were stored; if it has changed, the device may have been removed since
     */
    synchronized void learn(Candidate line, ReadingForm form, long since) {
        if (since != revision.get()) {
            return;
        }
        if (byHash.size() >= MAX_SERIES) {
            byHash.clear();
            byDevice.clear();
        }
        OfDevice device = byDevice.computeIfAbsent(form.deviceId(), id -> new OfDevice(form.location()));
        if (!device.location.equals(form.location())) {
            // Two locations at one instant are refused, which only a look at all lines of the device finds.
            device.isMoving = true;
            device.series.forEach(series -> series.isForgotten = true);
        }
        if (device.isMoving) {
            return;
        }
        Series series = device.series.stream()
                .filter(each -> Arrays.equals(each.bytes, line.series()))
                .findFirst()
                .orElse(null);
        if (series == null) {
            series = new Series(line);
            device.series.add(series);
            byHash.merge(line.hash(), List.of(series), KnownSeries::joined);
        }
        if (series.fields.size() < MAX_FORMS
                && series.fields.stream().noneMatch(fields -> Arrays.deepEquals(fields.names, line.names()))) {
            series.fields = joined(series.fields, List.of(new Fields(series, line.names(), form)));
        }
    }

    /** Forgets the series of a device, because it was removed or changed. */
    public synchronized void forget(String deviceId) {
        revision.incrementAndGet();
        OfDevice device = byDevice.remove(deviceId);
        if (device != null) {
            device.series.forEach(series -> {
                series.isForgotten = true;
                byHash.computeIfPresent(series.hash, (hash, all) -> without(all, series));
            });
        }
    }

    /** Returns the other series with the same hash, or null if there is none. */
    private static @Nullable List<Series> without(List<Series> all, Series forgotten) {
        List<Series> left = all.stream().filter(each -> !each.equals(forgotten)).toList();
        return left.isEmpty() ? null : left;
    }

    private static <T> List<T> joined(List<T> some, List<T> others) {
        List<T> all = new ArrayList<>(some);
        all.addAll(others);
        return List.copyOf(all);
    }
}
