package dev.varve.sketches;

import dev.varve.error.Rejected;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.rollup.RollupRow;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.ItemsSketch;
import org.jspecify.annotations.Nullable;

/**
 * The most frequent values of a component, with their counts.
 *
 * <p>Counts are exact for up to 6k distinct values. With more, rare values are dropped, and the bounds show the possible
 * error: for k = 20, at most 1.4 % of all events.
 */
public final class TopK extends SketchMeasure {

    /** Limits the sketch of a row to about 100 KB. */
    private static final int MAX_K = 100;
    /** The size of the map is at least this times k; it is filled to three quarters. */
    private static final int ROOM = 8;
    /** The library's error bound for a map of size one. */
    private static final double ERROR = 3.5;

    private static final Set<ValueType> TAKEN = EnumSet.of(ValueType.TEXT, ValueType.NUMBER, ValueType.BOOL);

    private final int k;
    private final int mapSize;

    private TopK(String field, int k) {
        super("top", field);
        this.k = k;
        this.mapSize = Math.max(Integer.highestOneBit(ROOM * k - 1) * 2, ROOM);
    }

    /** Returns a measure of the {@code k} most frequent values. */
    public static TopK of(String field, int k) {
        if (k < 1 || k > MAX_K) {
            throw new Rejected(
                    "sketches.k",
                    "k of the top values is %s for %s; it must be from 1 to %s".formatted(k, field, MAX_K));
        }
        return new TopK(field, k);
    }

    /** Returns the most frequent values of a row, the most frequent first. */
    public List<Frequent> top(RollupRow row) {
        return of(new Tally(), row).counts().top(k);
    }

    /** Returns the most frequent values over several rows; gap-filled rows are ignored. */
    public List<Frequent> over(Collection<RollupRow> rows) {
        return over(new Tally(), rows).counts().top(k);
    }

    @Override
    public boolean takes(ValueType type) {
        return TAKEN.contains(type);
    }

    @Override
    public String definition() {
        return "TOP %s of %s".formatted(k, field);
    }

    @Override
    public Accumulator begin() {
        return new Tally();
    }

    /** The dropped values depend on the order of rows, so sketches match if their bounds overlap. */
    @Override
    boolean isLike(Value stored, Value expected) {
        Counts counts = read(stored);
        return counts.overlooked() <= ERROR / mapSize * counts.total() && counts.agreesWith(read(expected));
    }

    private Counts read(Value stored) {
        return SketchKind.COUNTS.open(attribute, stored, Counts::read);
    }

    private final class Tally implements Accumulator {

        private final ItemsSketch<String> sketch = new ItemsSketch<>(mapSize);
        private long total;
        private long overlooked;

        @Override
        public void add(Value value, Value clock) {
            sketch.update(text(value), 1);
            total++;
        }

        private String text(Value value) {
            if (value instanceof Value.Text text) {
                return ShortText.of(text.value());
            }
            return value instanceof Num number ? number.text() : value.toString();
        }

        @Override
        public void merge(Function<String, @Nullable Value> row) {
            Value stored = row.apply(attribute);
            if (stored != null) {
                Counts counts = read(stored);
                counts.values().forEach(sketch::update);
                total += counts.total();
                overlooked += counts.overlooked();
            }
        }

        Counts counts() {
            Map<String, Long> values = new HashMap<>();
            for (ItemsSketch.Row<String> row : sketch.getFrequentItems(ErrorType.NO_FALSE_NEGATIVES)) {
                values.put(row.getItem(), row.getLowerBound());
            }
            return new Counts(total, overlooked + sketch.getMaximumError(), Counts.ordered(values));
        }

        @Override
        public void write(BiConsumer<String, Value> row) {
            if (total > 0) {
                row.accept(attribute, SketchKind.COUNTS.seal(counts().write()));
            }
        }
    }
}
