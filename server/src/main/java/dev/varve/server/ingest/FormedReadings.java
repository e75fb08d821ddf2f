package dev.varve.server.ingest;

import dev.varve.iot.ReadingForm;
import dev.varve.server.line.LineBytes;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Readings of one body as plain numbers, column by column, with the lines that they come from. Used by one thread.
 */
public final class FormedReadings {

    private int size;
    private ReadingForm[] forms;
    private Instant[] clocks;
    private int[] lines;

    /** The numbers of all readings, one after the other, and where those of each begin. */
    private double[] values;

    private int[] starts;
    private int used;

    /** Readings that a later one of the same form follows, with the same clock or a later one. */
    private final BitSet followed = new BitSet();

    /** @param capacity how many readings are expected */
    FormedReadings(int capacity) {
        forms = new ReadingForm[capacity];
        clocks = new Instant[capacity];
        lines = new int[capacity];
        values = new double[capacity];
        starts = new int[capacity];
    }

    /** Adds the reading of a line, which has the values of the form. */
    void add(KnownSeries.Fields fields, Instant at, LineBytes line) {
        if (size == forms.length) {
            forms = Arrays.copyOf(forms, 2 * size);
            clocks = Arrays.copyOf(clocks, 2 * size);
            lines = Arrays.copyOf(lines, 2 * size);
            starts = Arrays.copyOf(starts, 2 * size);
        }
        int width = line.fields();
        if (used + width > values.length) {
            // Readings of one body have about as many values each.
            values = Arrays.copyOf(values, Math.max(forms.length * width, 2 * used + width));
        }
        forms[size] = fields.form();
        clocks[size] = at;
        lines[size] = line.number();
        starts[size] = used;
        line.values(values, used);
        used += width;
        noteFollowed(fields);
        size++;
    }

    /** Other bodies use the same hint at the same time, so that it may be wrong. */
    @SuppressWarnings("ReferenceEquality") // Exactly this form.
    private void noteFollowed(KnownSeries.Fields fields) {
        int before = fields.lastRow();
        if (before < size && forms[before] == forms[size] && !clocks[before].isAfter(clocks[size])) {
            followed.set(before);
        }
        fields.lastRow(size);
    }

    public int size() {
        return size;
    }

    public ReadingForm form(int index) {
        return forms[index];
    }

    public Instant at(int index) {
        return clocks[index];
    }

    /** Returns the array with the values of all readings; those of one begin at {@link #start}. */
    public double[] values() {
        return values;
    }

    public int start(int index) {
        return starts[index];
    }

    /** Returns the values of one reading. */
    public double[] values(int index) {
        return Arrays.copyOfRange(
                values, starts[index], starts[index] + forms[index].fields().size());
    }

    /** Returns whether it is known that a later reading has the same device, the same fields, and no earlier clock. */
    public boolean isFollowed(int index) {
        return followed.get(index);
    }

    /** Returns the line of a reading. */
    int line(int index) {
        return lines[index];
    }
}
