package dev.varve.sketches;

import dev.varve.error.Rejected;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.rollup.RollupRow;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.datasketches.kll.KllDoublesSketch;
import org.apache.datasketches.memory.Memory;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of a number: the median, the 99th percentile, the share below a limit.
 *
 * <p>With the default k of 200, up to 200 values are kept exactly. With more, the share of values below a quantile is
 * within 1.33 % of the requested share, with 99 % confidence.
 */
public final class Quantiles extends SketchMeasure {

    private static final int DEFAULT_K = 200;
    private static final int MIN_K = 20;
    /** Limits the sketch of a row to about 100 KB. */
    private static final int MAX_K = 4_000;

    private final int k;

    private Quantiles(String field, int k) {
        super("quantiles", field);
        this.k = k;
    }

    public static Quantiles of(String field) {
        return new Quantiles(field, DEFAULT_K);
    }

    /** Returns this measure with another k, the number of values kept exactly. Doubling it halves the error and doubles the size. */
    public Quantiles k(int newK) {
        if (newK < MIN_K || newK > MAX_K) {
            throw new Rejected(
                    "sketches.k",
                    "k of the quantiles of %s is %s; it must be from %s to %s".formatted(field, newK, MIN_K, MAX_K));
        }
        return new Quantiles(field, newK);
    }

    /**
     * Returns the quantile of this share: the value that this share of the values does not exceed. Empty without values.
     *
     * @param share from 0, the minimum, to 1, the maximum
     */
    public OptionalDouble quantile(RollupRow row, double share) {
        return in(row).quantile(share);
    }

    /** Returns several quantiles at once; empty without values. */
    public List<Double> quantiles(RollupRow row, double... shares) {
        return in(row).quantiles(shares);
    }

    /** Returns the share of values that do not exceed this one; empty without values. */
    public OptionalDouble rank(RollupRow row, double value) {
        return in(row).rank(value);
    }

    /** Returns the distribution of a row. */
    public Distribution in(RollupRow row) {
        return new Distribution(of(new Levels(), row).sketch);
    }

    /** Returns the distribution over several rows; gap-filled rows are ignored. */
    public Distribution over(Collection<RollupRow> rows) {
        return new Distribution(over(new Levels(), rows).sketch);
    }

    @Override
    public boolean takes(ValueType type) {
        return type == ValueType.NUMBER;
    }

    @Override
    public String definition() {
        return "QUANTILES (KLL, k %s) of %s".formatted(k, field);
    }

    @Override
    public Accumulator begin() {
        return new Levels();
    }

    /** The library keeps random values, so sketches of the same values may differ within their errors. */
    @Override
    boolean isLike(Value stored, Value expected) {
        return new Distribution(read(stored)).isLike(new Distribution(read(expected)));
    }

    private KllDoublesSketch read(Value stored) {
        return SketchKind.KLL.open(attribute, stored, bytes -> {
            KllDoublesSketch sketch = KllDoublesSketch.heapify(Memory.wrap(bytes));
            if (sketch.getK() != k) {
                throw new IllegalArgumentException("k is %s, not %s".formatted(sketch.getK(), k));
            }
            return sketch;
        });
    }

    private final class Levels implements Accumulator {

        private final KllDoublesSketch sketch = KllDoublesSketch.newHeapInstance(k);

        @Override
        public void add(Value value, Value clock) {
            if (value instanceof Num number) {
                sketch.update(number.doubleValue());
            }
        }

        @Override
        public void merge(Function<String, @Nullable Value> row) {
            Value stored = row.apply(attribute);
            if (stored != null) {
                sketch.merge(read(stored));
            }
        }

        @Override
        public void write(BiConsumer<String, Value> row) {
            if (!sketch.isEmpty()) {
                row.accept(attribute, SketchKind.KLL.seal(sketch.toByteArray()));
            }
        }
    }
}
