package dev.varve.benchmarks.ingest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Points of a fleet, one per device every ten seconds, in batches as agents send them: all devices of one moment, then
 * the next moment. A point is a line with three fields and two tags.
 *
 * @param to the moment after the last one
 * @param firstDevice the number of the first device
 */
record IngestWorkload(int devices, int moments, Instant to, Packing packing, int firstDevice) {

    /** Days of points: more than any load sends. */
    private static final int ENDLESS_MOMENTS = 100_000;

    IngestWorkload(int devices, int moments, Instant to, Packing packing) {
        this(devices, moments, to, packing, 0);
    }

    /** Returns points of as many other devices, which do not end. */
    IngestWorkload others() {
        return new IngestWorkload(devices, ENDLESS_MOMENTS, to, packing, firstDevice + devices);
    }

    /** How bodies are sent. */
    enum Packing {
        PLAIN,
        GZIP
    }

    static final int LINES = 5_000;
    static final Duration EVERY = Duration.ofSeconds(10);

    private static final int DEVICES_AT_A_LOCATION = 50;

    /** A battery loses a percent in so many moments, and is full again after a day. */
    private static final int MOMENTS_PER_CHARGE = 96;

    static String id(int device) {
        return "sensor_" + device;
    }

    Instant from() {
        return to.minus(EVERY.multipliedBy(moments));
    }

    long points() {
        return (long) devices * moments;
    }

    /** Returns the bodies of the points with these numbers. */
    List<byte[]> batches(long first, long end) {
        List<byte[]> batches = new ArrayList<>();
        for (long from = first; from < end; from += LINES) {
            batches.add(batch(from, Math.min(end, from + LINES)));
        }
        return batches;
    }

    private byte[] batch(long first, long end) {
        StringBuilder lines = new StringBuilder();
        for (long point = first; point < end; point++) {
            int device = (int) (point % devices);
            long moment = point / devices;
            lines.append("climate,device=")
                    .append(id(firstDevice + device))
                    .append(",location=hall-")
                    .append(device / DEVICES_AT_A_LOCATION)
                    .append(" temperature=")
                    .append((200 + (moment * 7 + device) % 100) / 10.0)
                    .append(",humidity=")
                    .append(40 + (moment + device) % 50)
                    .append(",battery=")
                    .append(99 - (moment / MOMENTS_PER_CHARGE + device) % 90)
                    .append(' ')
                    .append(from().plus(EVERY.multipliedBy(moment)).toEpochMilli())
                    .append('\n');
        }
        byte[] plain = lines.toString().getBytes(StandardCharsets.UTF_8);
        return packing == Packing.GZIP ? packed(plain) : plain;
    }

    private static byte[] packed(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
