package dev.varve.server.ingest;

import dev.varve.core.series.AppendReport;
import dev.varve.iot.DynamicReading;
import java.util.List;

/** Where samples go. */
public interface Intake {

    /** Stores samples; tells what became of each, in their order. */
    AppendReport<DynamicReading, DynamicReading> store(List<Entry.Sample> samples);
}
