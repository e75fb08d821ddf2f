package dev.varve.analytics.session.internal;

import dev.varve.analytics.session.RealtimeMinute;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.rollup.Measure;
import dev.varve.rollup.RollupRow;
import dev.varve.sketches.Distinct;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sketches of visitors, to count distinct visitors over several minutes. */
public final class VisitorSketch {

    private static final Distinct VISITORS = Distinct.of("visitorId");
    private static final String ATTRIBUTE = VISITORS.attributes().get(0);
    private static final Value NO_CLOCK = Value.of("");

    private VisitorSketch() {}

    static @Nullable Bytes of(Collection<String> visitorIds) {
        Measure.Accumulator sketch = VISITORS.begin();
        visitorIds.forEach(id -> sketch.add(Value.of(id), NO_CLOCK));
        Map<String, Value> written = new HashMap<>();
        sketch.write(written::put);
        return written.get(ATTRIBUTE) instanceof Bytes bytes ? bytes : null;
    }

    /** Returns the number of distinct visitors over several rows; exact up to a few hundred. */
    public static long count(Collection<RealtimeMinute> rows) {
        Stream<Bytes> sketches = rows.stream().map(RealtimeMinute::visitors).filter(Objects::nonNull);
        return VISITORS.over(sketches.map(VisitorSketch::row).toList()).estimate();
    }

    private static RollupRow row(Bytes sketch) {
        return new RollupRow(Instant.EPOCH, Instant.EPOCH, RollupRow.Kind.STORED, Item.of(ATTRIBUTE, sketch));
    }
}
