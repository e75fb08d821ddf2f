package dev.varve.proofs.fuzz;

import dev.varve.server.ingest.Entry;
import dev.varve.testkit.random.Draw;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Draws readings, to be written in any format. */
final class SampleDraw {

    /** The time at which bodies arrive. */
    static final Instant RECEIVED = Instant.parse("2060-04-20T14:00:00Z");

    private static final Set<String> TAKEN =
            Set.of("deviceId", "device", "device_id", "at", "timestamp", "location", "fields", "labels", "measurement");

    private final Draw draw;
    private final FuzzWords words;

    SampleDraw(Draw draw) {
        this.draw = draw;
        this.words = new FuzzWords(draw);
    }

    /** Returns some distinct names without a special meaning. */
    List<String> names(int least, int most) {
        return distinct(least, most, words::name);
    }

    /** Returns names that can be parts of a device's id. */
    List<String> ids(int least, int most) {
        return distinct(least, most, words::id);
    }

    private List<String> distinct(int least, int most, Supplier<String> word) {
        Set<String> names = new LinkedHashSet<>();
        for (int more = draw.between(least, most); more > 0; more--) {
            String name = word.get();
            names.add(TAKEN.contains(name) ? name + "1" : name);
        }
        return List.copyOf(names);
    }

    Map<String, Double> fields(List<String> names) {
        Map<String, Double> fields = new LinkedHashMap<>();
        names.forEach(name -> fields.put(name, words.number()));
        return fields;
    }

    Instant at() {
        return draw.chance(80)
                ? RECEIVED.minusMillis(draw.below(1_000_000_000))
                : Instant.ofEpochMilli(draw.oneOf(0L, -1L, 1L, 253402300799999L, -62135596800000L));
    }

    /** Returns the entries that do not belong to the line with this number. */
    static List<Entry> without(int line, List<Entry> entries) {
        return entries.stream().filter(entry -> entry.line() != line).toList();
    }
}
