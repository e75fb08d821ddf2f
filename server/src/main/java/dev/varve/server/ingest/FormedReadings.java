package dev.varve.server.ingest;

import dev.varve.iot.ReadingForm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Readings of one body as plain numbers, with the lines that they come from. */
public final class FormedReadings {

    /** Takes readings. */
    @FunctionalInterface
    public interface Each {
        void accept(ReadingForm form, Instant at, double[] values);
    }

    private final List<ReadingForm> forms = new ArrayList<>();
    private final List<Instant> clocks = new ArrayList<>();
    private final List<double[]> values = new ArrayList<>();
    private final List<Integer> lines = new ArrayList<>();

    void add(ReadingForm form, Instant at, double[] numbers, int line) {
        forms.add(form);
        clocks.add(at);
        values.add(numbers);
        lines.add(line);
    }

    public int size() {
        return forms.size();
    }

    /** Returns the line of a reading. */
    int line(int index) {
        return lines.get(index);
    }

    public void forEach(Each each) {
        for (int i = 0; i < forms.size(); i++) {
            each.accept(forms.get(i), clocks.get(i), values.get(i));
        }
    }
}
