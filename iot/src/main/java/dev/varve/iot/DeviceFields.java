package dev.varve.iot;

import java.time.Duration;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds the fields of a device in its newest readings and its daily rows of the last month. */
final class DeviceFields {

    private static final int READINGS = 200;
    private static final Duration ROWS = Duration.ofDays(31);

    private DeviceFields() {}

    static <E extends Record> SortedSet<String> of(OpenDevice<E> device, ReadingFields<E> numbers) {
        SortedSet<String> fields = new TreeSet<>();
        device.readings()
                .newestFirst()
                .limit(READINGS)
                .page()
                .events()
                .forEach(reading -> fields.addAll(numbers.numbers(reading).keySet()));
        SortedSet<String> known = new TreeSet<>();
        fields.forEach(field -> known.add(asInRows(field)));
        for (String field : ofRows(device, numbers)) {
            if (known.add(field)) {
                fields.add(field);
            }
        }
        return fields;
    }

    static <E extends Record> SortedSet<String> ofRows(OpenDevice<E> device, ReadingFields<E> numbers) {
        SortedSet<String> fields = new TreeSet<>();
        device.rows().daily().last(ROWS).list().forEach(row -> fields.addAll(numbers.measured(row)));
        return fields;
    }

    /** Rows store the first letter of a field in lower case. */
    private static String asInRows(String field) {
        return field.isEmpty() ? field : Character.toLowerCase(field.charAt(0)) + field.substring(1);
    }
}
