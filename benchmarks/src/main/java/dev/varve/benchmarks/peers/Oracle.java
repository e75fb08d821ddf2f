package dev.varve.benchmarks.peers;

import dev.varve.benchmarks.peers.Question.Daily;
import dev.varve.benchmarks.peers.Question.Hour;
import dev.varve.benchmarks.peers.Question.HourlyByDevice;
import dev.varve.benchmarks.peers.Question.HourlyOfFleet;
import dev.varve.benchmarks.peers.Question.Latest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Answers questions from the generated readings. Sums are whole numbers, so averages are exact but for their rounding. */
final class Oracle {

    private final Readings readings;
    private final Map<String, Integer> devices = new HashMap<>();

    Oracle(Readings readings) {
        this.readings = readings;
        for (int device = 0; device < readings.devices(); device++) {
            devices.put(Readings.id(device), device);
        }
    }

    Map<String, List<Point>> answer(Question question) {
        if (question instanceof Hour hour) {
            return Map.of(hour.device(), readingsOf(device(hour.device()), hour.fromMillis(), hour.toMillis()));
        } else if (question instanceof Latest) {
            long last = readings.endMillis() - Readings.MINUTE_MILLIS;
            return ofEach(device -> readingsOf(device, last, readings.endMillis()));
        } else if (question instanceof HourlyByDevice hourly) {
            return ofEach(device -> averages(
                    device, device + 1, new Buckets(hourly.fromMillis(), hourly.toMillis(), Readings.HOUR_MILLIS)));
        } else if (question instanceof HourlyOfFleet hourly) {
            Buckets buckets = new Buckets(hourly.fromMillis(), hourly.toMillis(), Readings.HOUR_MILLIS);
            return Map.of(Question.FLEET, averages(0, readings.devices(), buckets));
        }
        Daily daily = (Daily) question;
        int device = device(daily.device());
        Buckets buckets = new Buckets(daily.fromMillis(), daily.toMillis(), Readings.DAY_MILLIS);
        return Map.of(daily.device(), averages(device, device + 1, buckets));
    }

    private record Buckets(long fromMillis, long toMillis, long lengthMillis) {}

    private interface OfDevice {
        List<Point> points(int device);
    }

    private Map<String, List<Point>> ofEach(OfDevice answer) {
        Map<String, List<Point>> all = new HashMap<>();
        devices.forEach((id, device) -> all.put(id, answer.points(device)));
        return all;
    }

    private int device(String id) {
        Integer device = devices.get(id);
        if (device == null) {
            throw new IllegalArgumentException("there is no device " + id);
        }
        return device;
    }

    private int minute(long millis) {
        long minute = (millis - readings.startMillis()) / Readings.MINUTE_MILLIS;
        return (int) Math.max(0, Math.min(readings.minutes(), minute));
    }

    private List<Point> readingsOf(int device, long fromMillis, long toMillis) {
        List<Point> points = new ArrayList<>();
        for (int minute = minute(fromMillis); minute < minute(toMillis); minute++) {
            int row = readings.row(device, minute);
            double[] values = new double[Field.COUNT];
            for (int i = 0; i < Field.COUNT; i++) {
                values[i] = readings.value(Field.at(i), row);
            }
            points.add(new Point(readings.millis(row), values));
        }
        return points;
    }

    private List<Point> averages(int firstDevice, int endDevice, Buckets buckets) {
        List<Point> points = new ArrayList<>();
        for (long from = buckets.fromMillis(); from < buckets.toMillis(); from += buckets.lengthMillis()) {
            int first = minute(from);
            int end = minute(Math.min(buckets.toMillis(), from + buckets.lengthMillis()));
            if (first < end) {
                points.add(new Point(from, averages(firstDevice, endDevice, first, end)));
            }
        }
        return points;
    }

    private double[] averages(int firstDevice, int endDevice, int firstMinute, int endMinute) {
        double[] values = new double[Field.COUNT];
        long count = (long) (endDevice - firstDevice) * (endMinute - firstMinute);
        for (int i = 0; i < Field.COUNT; i++) {
            long sum = 0;
            for (int minute = firstMinute; minute < endMinute; minute++) {
                for (int device = firstDevice; device < endDevice; device++) {
                    sum += readings.mantissa(Field.at(i), readings.row(device, minute));
                }
            }
            values[i] = (double) sum / count * Field.at(i).value(1);
        }
        return values;
    }
}
