package dev.varve.server.ingest;

import dev.varve.iot.ReadingForm;
import dev.varve.server.line.LineBytes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The series of line protocol whose readings were stored before: which device they belong to, and with which fields. Lines of
 * such series need no further check. Thread-safe.
 */
public final class KnownSeries {

    /** All series are forgotten beyond this many; they are learnt again from their next lines. Each takes about 300 bytes. */
    private static final int MAX_SERIES = 2_000_000;

    /** A series whose lines have more combinations of fields than this is read line by line. */
    private static final int MAX_FORMS = 16;

    /** A power of two. */
    private static final int FIRST_PLACES = 1 << 10;

    /** The largest number of combinations of fields that series share; further ones are only not shared. */
    private static final int MAX_SHARED = 10_000;

    /**
     * The fields of some lines of a series, in their order. Threads write the hints without a lock; whoever uses one checks it.
     */
    static final class Fields {
        private final Series series;
        private final byte[][] names;
        private final ReadingForm form;

        /** The fields of other lines of the series. */
        private final @Nullable Fields others;

        /** The fields of the line that came after one with these the last time. */
        private @Nullable Fields next;

        /** The place of the last reading with these fields in its body. */
        private int lastRow;

        private Fields(Series series, byte[][] names, ReadingForm form, @Nullable Fields others) {
            this.others = others;
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
        private volatile @Nullable Fields fields;
        private volatile boolean isForgotten;

        /** Another series of the same device. */
        private final @Nullable Series next;

        Series(Candidate line, @Nullable Series next) {
            this.bytes = line.series();
            this.hash = line.hash();
            this.next = next;
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

    /**
     * All series by their hash, with open addressing: a series is at the first free place from that of its hash on. Readers need no
     * lock. Forgotten series keep their places until the array is replaced.
     */
    private volatile AtomicReferenceArray<@Nullable Series> table = new AtomicReferenceArray<>(FIRST_PLACES);

    // Guarded by this.
    private int used;
    private final Map<String, Series> byDevice = new HashMap<>();
    private final Set<String> moving = new HashSet<>();
    private final Map<List<String>, byte[][]> names = new HashMap<>();
    private final AtomicLong revision = new AtomicLong();

    /** Returns the fields of a plain line, with the form of its readings, or null if its series is not known. */
    @Nullable
    Fields find(LineBytes line) {
        AtomicReferenceArray<@Nullable Series> places = table;
        int mask = places.length() - 1;
        int hash = line.seriesHash();
        for (int place = spread(hash) & mask; ; place = (place + 1) & mask) {
            Series series = places.get(place);
            if (series == null) {
                return null;
            }
            if (series.hash == hash && !series.isForgotten && line.isSeries(series.bytes)) {
                for (Fields fields = series.fields; fields != null; fields = fields.others) {
                    if (line.areNames(fields.names)) {
                        return fields;
                    }
                }
                return null;
            }
        }
    }

    /** Mixes the bits of a hash, so that neighbours in it are no neighbours in the table. */
    private static int spread(int hash) {
        int mixed = hash * 0x9E3779B9;
        return mixed ^ (mixed >>> 16);
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
        if (used >= MAX_SERIES) {
            clear();
        }
        String deviceId = form.deviceId();
        Series first = byDevice.get(deviceId);
        Fields known = first == null ? null : first.fields;
        if (known != null && !known.form.location().equals(form.location())) {
            // Two locations at one instant are refused, which only a look at all lines of the device finds.
            moving.add(deviceId);
            drop(deviceId);
        }
        if (moving.contains(deviceId)) {
            return;
        }
        Series series = first;
        while (series != null && !Arrays.equals(series.bytes, line.series())) {
            series = series.next;
        }
        if (series == null) {
            series = new Series(line, first);
            series.fields = new Fields(series, shared(form, line.names()), form, null);
            byDevice.put(deviceId, series);
            add(series);
        } else if (isNew(series.fields, line.names())) {
            series.fields = new Fields(series, shared(form, line.names()), form, series.fields);
        }
    }

    private static boolean isNew(@Nullable Fields known, byte[][] names) {
        int count = 0;
        for (Fields fields = known; fields != null; fields = fields.others) {
            if (Arrays.deepEquals(fields.names, names)) {
                return false;
            }
            count++;
        }
        return count < MAX_FORMS;
    }

    /** Returns the names of a form's fields, the same arrays for all forms with these fields. */
    private byte[][] shared(ReadingForm form, byte[][] given) {
        if (names.size() >= MAX_SHARED) {
            names.clear();
        }
        return names.computeIfAbsent(form.fields(), first -> given);
    }

    private void add(Series series) {
        if (used >= table.length() / 2) {
            rebuild();
        } else {
            place(table, series);
            used++;
        }
    }

    /** Replaces the table by one with the series that are not forgotten, and room for as many. */
    private void rebuild() {
        int count = 0;
        for (Series first : byDevice.values()) {
            for (Series each = first; each != null; each = each.next) {
                count++;
            }
        }
        int length = Math.max(FIRST_PLACES, Integer.highestOneBit(Math.max(1, count)) * 4);
        AtomicReferenceArray<@Nullable Series> larger = new AtomicReferenceArray<>(length);
        for (Series first : byDevice.values()) {
            for (Series each = first; each != null; each = each.next) {
                place(larger, each);
            }
        }
        used = count;
        table = larger;
    }

    private static void place(AtomicReferenceArray<@Nullable Series> places, Series series) {
        int mask = places.length() - 1;
        int place = spread(series.hash) & mask;
        while (places.get(place) != null) {
            place = (place + 1) & mask;
        }
        places.set(place, series);
    }

    private void clear() {
        byDevice.clear();
        moving.clear();
        names.clear();
        rebuild();
    }

    /** Forgets the series of a device, because it was removed or changed. */
    public synchronized void forget(String deviceId) {
        revision.incrementAndGet();
        moving.remove(deviceId);
        drop(deviceId);
    }

    private void drop(String deviceId) {
        for (Series series = byDevice.remove(deviceId); series != null; series = series.next) {
            series.isForgotten = true;
        }
    }
}
