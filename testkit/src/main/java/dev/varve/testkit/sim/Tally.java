package dev.varve.testkit.sim;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The statistics of some events, computed naively. */
final class Tally {

    /** A value and its clock. */
    record End(double value, Instant clock) {}

    private final List<Double> values;
    private final Map<String, End> first = new LinkedHashMap<>();
    private final Map<String, End> last = new LinkedHashMap<>();

    /**
     * @param samples in the order of their keys, those of one device
     */
    Tally(List<SimEvent> samples, String field) {
        values = samples.stream()
                .flatMap(sample -> sample.number(field).stream())
                .toList();
        for (SimEvent sample : samples) {
            sample.number(field).ifPresent(value -> {
                End end = new End(value, sample.at());
                first.merge(sample.device(), end, (old, other) -> other.clock().isBefore(old.clock()) ? other : old);
                last.merge(sample.device(), end, (old, other) -> other.clock().isBefore(old.clock()) ? old : other);
            });
        }
    }

    long count() {
        return values.size();
    }

    OptionalDouble min() {
        return values.stream().mapToDouble(Double::doubleValue).min();
    }

    OptionalDouble max() {
        return values.stream().mapToDouble(Double::doubleValue).max();
    }

    private BigDecimal total() {
        return values.stream().map(BigDecimal::valueOf).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    double sum() {
        return total().doubleValue();
    }

    OptionalDouble avg() {
        return values.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(mean().doubleValue());
    }

    private BigDecimal mean() {
        return total().divide(BigDecimal.valueOf(values.size()), MathContext.DECIMAL128);
    }

    OptionalDouble stddev() {
        if (values.size() < 2) {
            return OptionalDouble.empty();
        }
        BigDecimal mean = mean();
        BigDecimal squares = BigDecimal.ZERO;
        for (double value : values) {
            squares = squares.add(BigDecimal.valueOf(value).subtract(mean).pow(2));
        }
        return OptionalDouble.of(Math.sqrt(squares.doubleValue() / (values.size() - 1)));
    }

    /** Returns the earliest value; of several devices at one clock, the least. */
    End first() {
        return first.values().stream()
                .reduce((one, other) -> other.clock().isBefore(one.clock())
                                || (other.clock().equals(one.clock()) && other.value() < one.value())
                        ? other
                        : one)
                .orElseThrow();
    }

    /** Returns the latest value; of several devices at one clock, the greatest. */
    End last() {
        return last.values().stream()
                .reduce((one, other) -> other.clock().isAfter(one.clock())
                                || (other.clock().equals(one.clock()) && other.value() > one.value())
                        ? other
                        : one)
                .orElseThrow();
    }
}
