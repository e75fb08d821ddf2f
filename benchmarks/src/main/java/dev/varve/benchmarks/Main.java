package dev.varve.benchmarks;

import dev.varve.benchmarks.codec.CodecMeasurement;
import dev.varve.benchmarks.cost.CostMeasurement;
import dev.varve.benchmarks.fleet.FleetMeasurement;
import dev.varve.benchmarks.ingest.IngestMeasurement;
import dev.varve.benchmarks.ingest.ScaleMeasurement;
import dev.varve.benchmarks.peers.PeersMeasurement;
import dev.varve.benchmarks.request.RequestMeasurement;
import dev.varve.benchmarks.rollup.RollupMeasurement;
import dev.varve.benchmarks.series.SeriesMeasurement;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;

/** Starts the measurement that the first argument names. */
public final class Main {

    private static final int USAGE = 2;

    private static final List<Measurement> MEASUREMENTS = List.of(
            new RecordMappingMeasurement(),
            new EngineMeasurement(),
            new RequestMeasurement(),
            new SeriesMeasurement(),
            new RollupMeasurement(),
            new FleetMeasurement(),
            new IngestMeasurement(),
            new ScaleMeasurement(),
            new CodecMeasurement(),
            new PeersMeasurement(),
            new CostMeasurement());

    private Main() {}

    public static void main(String[] args) throws Exception {
        System.exit(run(MEASUREMENTS, args, System.out));
    }

    static int run(List<Measurement> measurements, String[] args, PrintStream out) throws Exception {
        String name = args.length == 0 ? "--help" : args[0];
        for (Measurement measurement : measurements) {
            if (measurement.name().equals(name)) {
                return measurement.run(Arrays.copyOfRange(args, 1, args.length));
            }
        }
        if (name.equals("--help")) {
            list(measurements, out);
            return 0;
        }
        out.println("no measurement is named '" + name + "'");
        list(measurements, out);
        return USAGE;
    }

    private static void list(List<Measurement> measurements, PrintStream out) {
        out.println(measurements.isEmpty() ? "there are no measurements yet" : "measurements:");
        measurements.forEach(measurement -> out.println("  " + measurement.name() + " " + measurement.usage()));
    }
}
