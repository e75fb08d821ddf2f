package dev.varve.cli.demo;

import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A simulated fleet, a function of its seed: the readings of a range are the same however the range is split. Devices measure
 * in step with the clock, so the readings at a long interval are a subset of those at a short one.
 */
final class SimFleet {

    /** The interval of readings in recent time. */
    static final Duration LIVE_STEP = Duration.ofSeconds(30);

    /** The interval before that; a multiple of the other. */
    static final Duration HISTORY_STEP = Duration.ofMinutes(10);

    /** In each of these intervals one device is shaken for some minutes, so that there is something to see. */
    private static final long SURGES_EACH = 300;

    private static final double SHORTEST_SURGE = 90;
    private static final double LONGEST_SURGE = 210;
    private static final int DEVICES = 1;
    private static final int SURGES = 2;
    private static final int PHASES = 3;

    private final SeededRandom chance;
    private final List<SimDevice> devices;

    SimFleet(long seed, int size) {
        chance = new SeededRandom(seed);
        SeededRandom own = chance.of(DEVICES);
        devices = IntStream.range(0, size)
                .mapToObj(number -> new SimDevice(number, own))
                .toList();
    }

    List<FleetDevice> devices() {
        return devices.stream().map(SimDevice::device).toList();
    }

    int size() {
        return devices.size();
    }

    /** Returns the readings that arrive in {@code [from, to)}, sorted by clock, late ones included. */
    List<DynamicReading> arrivals(Instant from, Instant to, Duration step) {
        List<DynamicReading> arrived = new ArrayList<>();
        for (int number = 0; number < devices.size(); number++) {
            if (!devices.get(number).isPutAway()) {
                collect(arrived, number, from.getEpochSecond(), to.getEpochSecond(), step.toSeconds());
            }
        }
        arrived.sort(Comparator.comparing(DynamicReading::at));
        return arrived;
    }

    private void collect(List<DynamicReading> arrived, int number, long from, long to, long step) {
        DeviceFaults faults = devices.get(number).faults();
        for (long at = first(number, from, step); at < to; at += step) {
            if (!faults.isBuffered(at)) {
                measure(arrived, number, at);
            }
        }
        faults.delivered(from, to).forEach(span -> {
            for (long at = first(number, span.from(), step); at < span.to(); at += step) {
                measure(arrived, number, at);
            }
        });
    }

    /** Returns the first time at or after a second when a device measures. */
    private long first(int number, long from, long step) {
        long phase = chance.of(PHASES).below(number, (int) LIVE_STEP.toSeconds());
        return phase + Math.floorDiv(from - phase + step - 1, step) * step;
    }

    private void measure(List<DynamicReading> arrived, int number, long at) {
        SimDevice device = devices.get(number);
        if (!device.faults().isLost(at)) {
            arrived.add(
                    new DynamicReading(device.id(), Instant.ofEpochSecond(at), device.fields(at, surge(number, at))));
        }
    }

    private double surge(int number, long at) {
        SeededRandom own = chance.of(SURGES).of(Math.floorDiv(at, SURGES_EACH));
        if (own.below(1, devices.size()) != number) {
            return 0;
        }
        long length = (long) own.between(2, SHORTEST_SURGE, LONGEST_SURGE);
        long start = (long) own.between(3, 0, (double) SURGES_EACH - length);
        long second = Math.floorMod(at, SURGES_EACH);
        return second < start || second >= start + length
                ? 0
                : new Episodes.Span(start, start + length).strength(second);
    }
}
