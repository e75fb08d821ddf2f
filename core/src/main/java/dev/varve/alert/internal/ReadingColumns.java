package dev.varve.alert.internal;

import dev.varve.feed.internal.EventBatch;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The readings of a batch as rules see them: clocks, and numbers by field. */
public final class ReadingColumns {

    private final CompiledRules rules;
    private final long[] ticks;
    private final double[][] values;
    private final boolean[] isCalm;

    /** @param columnsOf the columns that may hold a field */
    public ReadingColumns(EventBatch batch, CompiledRules rules, Function<String, List<String>> columnsOf) {
        this.rules = rules;
        this.ticks = batch.ticks();
        int fields = rules.fields().size();
        this.values = new double[fields][];
        this.isCalm = new boolean[fields];
        for (int field = 0; field < fields; field++) {
            values[field] = batch.numbers(columnsOf.apply(rules.fields().get(field)));
            isCalm[field] = rules.isCalm(field, values[field]);
        }
    }

    /** Returns the readings of one device: {@code count} indexes of rows from a place on, in ascending order of clocks. */
    public Rows rows(int[] order, int from, int count) {
        return new Rows(this, order, from, count);
    }

    /** The readings of one device, in ascending order of their clocks. */
    public static final class Rows {
        private final ReadingColumns columns;
        private final int[] order;
        private final int from;
        private final int count;

        private Rows(ReadingColumns columns, int[] order, int from, int count) {
            this.columns = columns;
            this.order = order;
            this.from = from;
            this.count = count;
        }

        public int count() {
            return count;
        }

        public long tick(int reading) {
            return columns.ticks[order[from + reading]];
        }

        /** Returns the value of a field; {@code NaN} without one. */
        double value(int field, int reading) {
            return columns.values[field][order[from + reading]];
        }

        /** Returns whether no value of the batch breaks a rule in its normal phase, or is outside the range of a detector. */
        boolean isCalm(int field) {
            return columns.isCalm[field];
        }

        boolean hasValue(int field) {
            if (field == CompiledRules.NONE) {
                return count > 0;
            }
            for (int i = 0; i < count; i++) {
                if (!Double.isNaN(value(field, i))) {
                    return true;
                }
            }
            return false;
        }

        /** Returns the readings after a clock. */
        public Rows after(long tick) {
            int first = 0;
            while (first < count && tick(first) <= tick) {
                first++;
            }
            return from(first);
        }

        /** Returns the readings before a clock. */
        public Rows before(long tick) {
            int end = count;
            while (end > 0 && tick(end - 1) >= tick) {
                end--;
            }
            return end == count ? this : new Rows(columns, order, from, end);
        }

        /** Returns the readings from one on. */
        Rows from(int first) {
            return first == 0 ? this : new Rows(columns, order, from + first, count - first);
        }

        /** Returns the first readings, at most so many. */
        public Rows first(int most) {
            return count <= most ? this : new Rows(columns, order, from, most);
        }

        public NumericReading reading(int reading) {
            return new Reading(this, reading);
        }
    }

    private record Reading(Rows rows, int row) implements NumericReading {
        @Override
        public Instant at() {
            return rows.columns.rules.clock().instant(rows.tick(row));
        }

        @Override
        public Optional<Double> value(String field) {
            int index = rows.columns.rules.fields().indexOf(field);
            double value = index < 0 ? Double.NaN : rows.value(index, row);
            return Double.isNaN(value) ? Optional.empty() : Optional.of(value);
        }
    }
}
