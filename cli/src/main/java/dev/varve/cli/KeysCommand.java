package dev.varve.cli;

import dev.varve.core.Rejected;
import dev.varve.core.key.Bounds;
import dev.varve.core.key.Layout;
import dev.varve.core.key.Parts;
import dev.varve.core.key.SeriesLayout;
import dev.varve.core.key.Slice;
import dev.varve.core.key.Step;
import dev.varve.core.key.Tick;
import dev.varve.core.key.TimeRange;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "keys",
        description = {
            "Shows what a pair of key templates means.",
            "",
            "Alone it describes the layout. With --at it writes the key of one event, with --from and --to it lists the"
                    + " partitions that hold the events of [from, to).",
            "",
            "  varve keys 'DEVICE#{deviceId}' 'READING#{at}' -p deviceId=sensor_01 --at 2026-04-20T14:00:00Z",
            "  varve keys '{deviceId}#{at:month}' '{at}' -p deviceId=d1 --from 2026-01-31T00:00:00Z --to"
                    + " 2026-03-02T00:00:00Z",
            ""
        },
        mixinStandardHelpOptions = true)
final class KeysCommand implements Callable<Integer> {

    /** More lines than these say no more to a person. */
    private static final int MAX_SLICES = 1000;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "PARTITION", description = "template of the partition key")
    private String partition;

    @Parameters(index = "1", paramLabel = "SORT", description = "template of the sort key")
    private String sort;

    @Option(names = "--clock", defaultValue = "at", description = "name of the clock part (${DEFAULT-VALUE})")
    private String clock;

    @Option(names = "--tick", defaultValue = "MILLIS", description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})")
    private Tick tick;

    @Option(names = "--zone", defaultValue = "UTC", description = "zone of hours, days, months (${DEFAULT-VALUE})")
    private ZoneId zone;

    @Option(
            names = {"-p", "--part"},
            paramLabel = "NAME=TEXT",
            description = "value of a part")
    private Map<String, String> parts = new TreeMap<>();

    @Option(names = "--at", paramLabel = "INSTANT", description = "clock of an event")
    private @Nullable Instant at;

    @Option(names = "--from", paramLabel = "INSTANT", description = "begin of a range, included")
    private @Nullable Instant from;

    @Option(names = "--to", paramLabel = "INSTANT", description = "end of a range, not included")
    private @Nullable Instant to;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        SeriesLayout layout =
                Layout.series(clock).tick(tick).zone(zone).keys(partition, sort).build();
        Parts values = Parts.none();
        for (Map.Entry<String, String> part : parts.entrySet()) {
            values = values.with(part.getKey(), part.getValue());
        }
        if (at != null) {
            out.println(layout.write(values, at));
        }
        if (from != null && to != null) {
            plan(out, layout, values, TimeRange.of(from, to));
        } else if (from != null || to != null) {
            throw new Rejected("cli.range", "a range needs --from and --to");
        }
        if (at == null && from == null) {
            out.println(layout.describe());
        }
        return 0;
    }

    private static void plan(PrintWriter out, SeriesLayout layout, Parts values, TimeRange range) {
        int slices = 0;
        for (Step step : layout.plan(values, range)) {
            for (Slice slice : step.slices()) {
                if (++slices > MAX_SLICES) {
                    out.println("… and more: only the first " + MAX_SLICES + " partitions are shown");
                    return;
                }
                out.println(slice.partition() + "  " + text(slice.bounds()));
            }
        }
        out.println(slices == 1 ? "1 partition" : slices + " partitions");
    }

    private static String text(Bounds bounds) {
        return bounds instanceof Bounds.Between between ? between.atLeast() + " … " + between.atMost() : "everything";
    }
}
