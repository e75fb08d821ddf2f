package dev.varve.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.cli.show.HumanText;
import dev.varve.error.MissingPart;
import dev.varve.error.Rejected;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.key.internal.RangeStep;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.key.internal.SortBounds;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
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

    /** The largest number of partitions that are listed. */
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

    @Option(names = "--from", paramLabel = "INSTANT", description = "start of a range, included")
    private @Nullable Instant from;

    @Option(names = "--to", paramLabel = "INSTANT", description = "end of a range, not included")
    private @Nullable Instant to;

    @Option(names = "--json", description = "print it as JSON")
    private boolean json;

    @Override
    public Integer call() {
        if ((from == null) != (to == null)) {
            throw new Rejected("cli.range", "a range needs both --from and --to");
        }
        SeriesLayout layout =
                Layout.series(clock).tick(tick).zone(zone).keys(partition, sort).build();
        Parts values = Parts.none();
        for (Map.Entry<String, String> part : parts.entrySet()) {
            values = values.with(part.getKey(), part.getValue());
        }
        LayoutKey key;
        List<PartitionSlice> slices;
        try {
            key = at == null ? null : layout.write(values, at);
            slices = from == null || to == null ? null : slices(layout, values, TimeRange.of(from, to));
        } catch (MissingPart missing) {
            throw missingPart(layout, missing);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(layout, key, slices).toPrettyString());
        } else {
            print(out, layout, key, slices);
        }
        return 0;
    }

    /** Names the option that sets a part; the message of the library names a Java method instead. */
    private Rejected missingPart(SeriesLayout layout, Rejected missing) {
        return layout.parts().stream()
                .filter(part -> !parts.containsKey(part))
                .findFirst()
                .map(part ->
                        new Rejected("cli.part", "part %s has no value; give it with -p %s=TEXT".formatted(part, part)))
                .orElse(missing);
    }

    /** Returns at most one slice more than is shown, so that the caller can tell that there are more. */
    private static List<PartitionSlice> slices(SeriesLayout layout, Parts values, TimeRange range) {
        List<PartitionSlice> slices = new ArrayList<>();
        for (RangeStep step : layout.plan(values, range)) {
            for (PartitionSlice slice : step.slices()) {
                slices.add(slice);
                if (slices.size() > MAX_SLICES) {
                    return slices;
                }
            }
        }
        return slices;
    }

    private static void print(
            PrintWriter out, SeriesLayout layout, @Nullable LayoutKey key, @Nullable List<PartitionSlice> slices) {
        if (key != null) {
            out.println(key);
        }
        if (slices != null) {
            slices.stream()
                    .limit(MAX_SLICES)
                    .forEach(slice -> out.println(slice.partition() + "  " + text(slice.bounds())));
            out.println(
                    slices.size() > MAX_SLICES
                            ? "… and more: only the first " + MAX_SLICES + " partitions are shown"
                            : HumanText.count(slices.size(), "partition", "partitions"));
        }
        if (key == null && slices == null) {
            out.println(layout.describe());
        }
    }

    private static ObjectNode json(
            SeriesLayout layout, @Nullable LayoutKey key, @Nullable List<PartitionSlice> slices) {
        ObjectNode json = new JsonMapper().createObjectNode();
        if (key != null) {
            json.putObject("key")
                    .put("partition", key.partition())
                    .put("sort", key.sort().toString());
        }
        if (slices != null) {
            ArrayNode partitions = json.putArray("partitions");
            slices.stream().limit(MAX_SLICES).forEach(slice -> {
                ObjectNode one = partitions.addObject().put("partition", slice.partition());
                if (slice.bounds() instanceof SortBounds.Between between) {
                    one.put("atLeast", between.atLeast().toString())
                            .put("atMost", between.atMost().toString());
                }
            });
            json.put("more", slices.size() > MAX_SLICES);
        }
        if (key == null && slices == null) {
            json.put("layout", layout.describe());
        }
        return json;
    }

    private static String text(SortBounds bounds) {
        return bounds instanceof SortBounds.Between between
                ? between.atLeast() + " … " + between.atMost()
                : "everything";
    }
}
