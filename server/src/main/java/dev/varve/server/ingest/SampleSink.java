package dev.varve.server.ingest;

import dev.varve.iot.DynamicReading;
import dev.varve.series.AppendReport;
import java.util.List;

/** Where samples go. */
public interface SampleSink {

    /**
     * What became of samples.
     *
     * @param report what became of each, in their order
     * @param partial samples that were stored without some of their fields, and why
     */
    record Stored(AppendReport<DynamicReading> report, List<Entry.Bad> partial) {

        public Stored {
            partial = List.copyOf(partial);
        }
    }

    /** Stores samples; tells what became of each. */
    Stored store(List<Entry.Sample> samples);
}
