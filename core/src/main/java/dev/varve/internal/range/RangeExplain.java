package dev.varve.internal.range;

import dev.varve.key.internal.RangeStep;
import dev.varve.table.Capacity.Units;
import dev.varve.table.Explanation;
import dev.varve.table.Query;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Explains a range query by its first partitions and the number of partitions. */
final class RangeExplain {

    /** The most partitions that an explanation names. */
    static final int MAX_NAMED = 5;

    /** The most partitions that an explanation counts. */
    static final int MAX_COUNTED = 10_000;

    private RangeExplain() {}

    static Explanation of(RangeQuery range) {
        Iterator<RangeStep> steps = range.steps(null);
        List<String> named = new ArrayList<>();
        Query first = null;
        long partitions = 0;
        long firstStep = 0;
        while (steps.hasNext() && partitions < MAX_COUNTED) {
            RangeStep step = steps.next();
            step.slices().stream()
                    .limit(MAX_NAMED - named.size())
                    .forEach(slice -> named.add("partition: " + slice.partition()));
            if (first == null) {
                first = range.query(step.slices().get(0)).limit(limit(range, step));
                firstStep = step.slices().size();
            }
            partitions += step.slices().size();
        }
        if (first == null) {
            String table = range.table().schema().name();
            return new Explanation("Query", table, List.of("partitions: none"), Units.NONE, Units.NONE);
        }
        String prefix = steps.hasNext() ? "at least " : "";
        List<String> details = new ArrayList<>();
        details.add("partitions: " + prefix + partitions);
        details.addAll(named);
        if (partitions > named.size()) {
            details.add("partition: … " + prefix + (partitions - named.size()) + " more");
        }
        // With a limit, the first step may hold enough items.
        long requests = range.limit() == 0 ? partitions : firstStep;
        details.add("requests: at least " + requests);
        Explanation one = range.table().explain(first);
        one.details().stream()
                .filter(detail -> !detail.startsWith("key: "))
                .map(detail -> detail.startsWith("sort: ") ? "first " + detail : detail)
                .forEach(details::add);
        return new Explanation(
                one.operation(), one.target(), details, times(one.least(), requests), times(one.most(), partitions));
    }

    private static int limit(RangeQuery range, RangeStep step) {
        return range.limit() == 0 ? 0 : PageSizes.of(step.slices().size(), range.limit(), 0, 1);
    }

    private static Units times(Units units, long factor) {
        return new Units(units.read() * factor, units.write() * factor);
    }
}
