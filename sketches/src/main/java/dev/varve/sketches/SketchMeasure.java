package dev.varve.sketches;

import dev.varve.error.CorruptData;
import dev.varve.item.Value;
import dev.varve.rollup.Measure;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Stat;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A measure that stores a sketch of one component in one attribute, and optionally its estimates in others. */
abstract class SketchMeasure implements Measure {

    final String field;
    final String attribute;
    private final List<String> numbers;

    /** @param numbers attributes with estimates of the sketch, for people and filters */
    SketchMeasure(String word, String field, String... numbers) {
        this.field = field;
        this.attribute = Stat.named(word, field);
        this.numbers = List.of(numbers);
    }

    @Override
    public final String field() {
        return field;
    }

    @Override
    public final List<String> attributes() {
        return Stream.concat(Stream.of(attribute), numbers.stream()).toList();
    }

    /** Merges a row into an accumulator and returns it. */
    static <A extends Accumulator> A of(A empty, RollupRow row) {
        empty.merge(row.attributes()::value);
        return empty;
    }

    /** Merges several rows into an accumulator and returns it; gap-filled rows are ignored. */
    static <A extends Accumulator> A over(A empty, Collection<RollupRow> rows) {
        rows.stream().filter(row -> row.kind() != RollupRow.Kind.FILLED).forEach(row -> of(empty, row));
        return empty;
    }

    @Override
    public final boolean isSame(Function<String, @Nullable Value> one, Function<String, @Nullable Value> other) {
        if (!numbers.stream().allMatch(number -> Objects.equals(one.apply(number), other.apply(number)))) {
            return false;
        }
        Value stored = one.apply(attribute);
        Value expected = other.apply(attribute);
        if (stored == null || expected == null) {
            return stored == null && expected == null;
        }
        if (stored.equals(expected)) {
            return true;
        }
        try {
            return isLike(stored, expected);
        } catch (CorruptData e) {
            return false;
        }
    }

    /** Returns whether two different sketches can describe the same events; fails for bytes that are not a sketch. */
    abstract boolean isLike(Value stored, Value expected);
}
