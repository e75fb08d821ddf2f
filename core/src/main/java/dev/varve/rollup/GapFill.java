package dev.varve.rollup;

import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.rollup.RollupRow.Kind;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.rollup.internal.definition.FieldStats;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The value of a bucket without events. */
public enum GapFill {
    /** The bucket is left out. */
    NONE,
    /** A row with count 0. */
    ZERO,
    /** The values of the row before, with counts of 0 and no sketch; buckets before the first row are left out. */
    PREVIOUS,
    /** Linear interpolation between the rows before and after, with counts of 0 and no sketch; only between two rows. */
    LINEAR;

    private static final MathContext DIGITS = new MathContext(17);

    /**
     * Returns a row for each bucket of a range.
     *
     * @param rows the existing rows, in order
     * @param next returns the end of the bucket that begins at an instant
     */
    List<RollupRow> apply(List<RollupRow> rows, Instant from, Instant to, UnaryOperator<Instant> next) {
        if (this == NONE) {
            return rows;
        }
        List<RollupRow> filled = new ArrayList<>();
        int at = 0;
        for (Instant start = from; start.isBefore(to); start = next.apply(start)) {
            if (at < rows.size() && rows.get(at).start().equals(start)) {
                filled.add(rows.get(at++));
                continue;
            }
            RollupRow before = at == 0 ? null : rows.get(at - 1);
            RollupRow after = at == rows.size() ? null : rows.get(at);
            Item values = values(start, before, after);
            if (values != null) {
                filled.add(new RollupRow(start, next.apply(start), Kind.FILLED, values));
            }
        }
        return filled;
    }

    private @Nullable Item values(Instant start, @Nullable RollupRow before, @Nullable RollupRow after) {
        return switch (this) {
            case NONE -> null;
            case ZERO -> Item.of(CompiledRollup.COUNT, 0);
            case PREVIOUS -> before == null ? null : uncounted(before.attributes());
            case LINEAR -> before == null || after == null ? null : between(start, before, after);
        };
    }

    private static Item uncounted(Item row) {
        Item.Builder values = Item.builder();
        row.forEach((name, value) -> {
            // A sketch holds the values of its own bucket; a bucket without events has none.
            if (!(value instanceof Bytes)) {
                values.put(name, isCount(name) ? Num.of(0) : value);
            }
        });
        return values.build();
    }

    private static boolean isCount(String name) {
        return name.equals(CompiledRollup.COUNT) || name.matches("(count|sum|sumSquares)\\p{Lu}.*");
    }

    private static Item between(Instant start, RollupRow before, RollupRow after) {
        BigDecimal share = millis(before.start(), start).divide(millis(before.start(), after.start()), DIGITS);
        Item.Builder values = Item.builder();
        before.attributes().forEach((name, value) -> {
            Value later = after.attributes().value(name);
            if (isCount(name)) {
                values.put(name, Num.of(0));
            } else if (value instanceof Num one && later instanceof Num other) {
                BigDecimal step = other.value().subtract(one.value()).multiply(share);
                Num between = FieldStats.storable(one.value().add(step).round(DIGITS));
                if (between != null) {
                    values.put(name, between);
                }
            }
        });
        return values.build();
    }

    private static BigDecimal millis(Instant from, Instant to) {
        return BigDecimal.valueOf(Duration.between(from, to).toMillis());
    }
}
