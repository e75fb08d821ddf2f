package dev.varve.sketches;

import dev.varve.item.Bytes;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Stat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.apache.datasketches.hll.Union;
import org.jspecify.annotations.Nullable;

/**
 * The number of distinct values of a component. A value that occurs in several rows counts once over all of them.
 *
 * <p>Up to a few hundred values are counted exactly; more are estimated with a relative standard error of 1.6 %. A row holds
 * the sketch, {@code distinctVisitorId}, and its estimate, {@code countDistinctVisitorId}.
 */
public final class Distinct extends SketchMeasure {

    /** 4,096 registers: the relative standard error is 1.04 / √4096. */
    static final int LG_K = 12;

    /** The smallest of three encodings with the same error: a full sketch has 2 KB instead of 3 or 4. */
    private static final TgtHllType ENCODING = TgtHllType.HLL_4;

    private static final SketchKind KIND = SketchKind.HLL;
    private static final Set<ValueType> TAKEN =
            EnumSet.of(ValueType.TEXT, ValueType.NUMBER, ValueType.BYTES, ValueType.BOOL);

    private final String number;

    private Distinct(String field) {
        super("distinct", field, numberOf(field));
        this.number = numberOf(field);
    }

    private static String numberOf(String field) {
        return Stat.COUNT.of(Stat.named("distinct", field));
    }

    public static Distinct of(String field) {
        return new Distinct(field);
    }

    /** Returns the number of distinct values in a row. */
    public long estimate(RollupRow row) {
        return count(row).estimate();
    }

    /** Returns the lower bound; the true number is not below it in 97.7 of 100 cases. */
    public long lowerBound(RollupRow row) {
        return count(row).lowerBound();
    }

    /** Returns the upper bound; the true number is not above it in 97.7 of 100 cases. */
    public long upperBound(RollupRow row) {
        return count(row).upperBound();
    }

    private DistinctCount count(RollupRow row) {
        return of(new Registers(), row).count();
    }

    /** Returns the number of distinct values over several rows; gap-filled rows are ignored. */
    public DistinctCount over(Collection<RollupRow> rows) {
        return over(new Registers(), rows).count();
    }

    @Override
    public boolean takes(ValueType type) {
        return TAKEN.contains(type);
    }

    @Override
    public String definition() {
        return "DISTINCT (HLL, lgK %s) of %s".formatted(LG_K, field);
    }

    @Override
    public Accumulator begin() {
        return new Registers();
    }

    /** Returns false, because sketches of the same values have the same bytes. */
    @Override
    boolean isLike(Value stored, Value expected) {
        return false;
    }

    private final class Registers implements Accumulator {

        private final Union union = new Union(LG_K);

        @Override
        public void add(Value value, Value clock) {
            union.update(hashed(value));
        }

        @Override
        public void merge(Function<String, @Nullable Value> row) {
            Value stored = row.apply(attribute);
            if (stored != null) {
                union.update(KIND.open(attribute, stored, Distinct::read));
            }
        }

        @Override
        public void write(BiConsumer<String, Value> row) {
            if (!union.isEmpty()) {
                byte[] bytes = bytes();
                row.accept(attribute, KIND.seal(bytes));
                // For readers that cannot decode a sketch; merging never uses it.
                row.accept(number, Num.of(count(bytes).estimate()));
            }
        }

        private byte[] bytes() {
            return CanonicalHll.write(union.getResult(ENCODING));
        }

        DistinctCount count() {
            return count(bytes());
        }

        private static DistinctCount count(byte[] bytes) {
            return DistinctCount.of(HllSketch.heapify(bytes));
        }
    }

    private static HllSketch read(byte[] bytes) {
        HllSketch sketch = HllSketch.heapify(bytes);
        if (sketch.getLgConfigK() != LG_K) {
            throw new IllegalArgumentException("lgK is %s, not %s".formatted(sketch.getLgConfigK(), LG_K));
        }
        return sketch;
    }

    /** Returns the bytes to hash. The type is part of them, so values of different types differ. */
    private static byte[] hashed(Value value) {
        byte[] content;
        if (value instanceof Value.Text text) {
            content = text.value().getBytes(StandardCharsets.UTF_8);
        } else if (value instanceof Num number) {
            content = number.text().getBytes(StandardCharsets.UTF_8);
        } else if (value instanceof Bytes bytes) {
            content = bytes.toArray();
        } else {
            content = value.toString().getBytes(StandardCharsets.UTF_8);
        }
        byte[] type = value.type().descriptor().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(type.length + 1 + content.length)
                .put(type)
                .put((byte) 0)
                .put(content)
                .array();
    }
}
