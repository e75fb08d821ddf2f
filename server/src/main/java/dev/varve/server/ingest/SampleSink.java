package dev.varve.server.ingest;

import dev.varve.iot.BatchReport;
import dev.varve.iot.DynamicReading;
import dev.varve.series.AppendReport;
import java.util.List;

/** Stores samples. */
public interface SampleSink {

    /**
     * The outcomes of samples.
     *
     * @param report the outcome of each sample, in order
     * @param partial samples that were stored without some of their fields, and why
     */
    record Stored(AppendReport<DynamicReading> report, List<Entry.Bad> partial) {

        public Stored {
            partial = List.copyOf(partial);
        }
    }

    /** Stores samples and returns their outcomes. */
    Stored store(List<Entry.Sample> samples);

    /** Stores samples of any age: those that are too old for the history count in their rows. */
    Stored backfill(List<Entry.Sample> samples);

    /** Stores readings of known series, which need no check. */
    BatchReport store(FormedReadings readings);
}
