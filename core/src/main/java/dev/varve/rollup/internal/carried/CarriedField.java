package dev.varve.rollup.internal.carried;

import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.rollup.Stat;
import dev.varve.rollup.internal.definition.CarriedMeasure;
import dev.varve.rollup.internal.definition.CarriedReading;
import dev.varve.rollup.internal.definition.FieldStats;
import dev.varve.rollup.internal.definition.Seconds;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A measure of consecutive readings of one component: the names of its attributes, and how they are stored. */
public abstract class CarriedField<S extends Stretch<S>> implements CarriedMeasure {

    private final Subject subject;
    private final Duration reach;
    private final String first;
    private final String firstAt;
    private final String last;
    private final String lastAt;
    private final List<String> stored;
    private final List<String> read;
    final BigDecimal limit;

    /**
     * The component that is measured, or an entry of it.
     *
     * @param entry the name of the entry if the component is a map, or null
     */
    public record Subject(String field, @Nullable String entry) {

        public Subject {
            if (entry != null && entry.isEmpty()) {
                throw new Rejected("rollup.entry", "the measured entry of %s has no name: give one".formatted(field));
            }
        }

        /** Returns the name that attributes end with. */
        String name() {
            return entry == null ? field : entry;
        }

        @Override
        public String toString() {
            return entry == null ? field : entry + " in " + field;
        }
    }

    /**
     * @param word begins the names of the attributes with the first and the last reading
     * @param stored the words of the other stored attributes
     * @param read the words of the attributes of rows that are read
     */
    CarriedField(Subject subject, Duration reach, String word, List<String> stored, List<String> read) {
        this.subject = subject;
        this.reach = reach;
        this.limit = Seconds.of(reach);
        this.first = named(word + "First");
        this.firstAt = first + "At";
        this.last = named(word + "Last");
        this.lastAt = last + "At";
        this.stored = Stream.concat(stored.stream().map(this::named), Stream.of(first, firstAt, last, lastAt))
                .toList();
        this.read = read.stream().map(this::named).toList();
    }

    final String named(String word) {
        return Stat.named(word, subject.name());
    }

    public final Subject subject() {
        return subject;
    }

    @Override
    public final String field() {
        return subject.field();
    }

    @Override
    public final boolean takes(ValueType type) {
        return subject.entry() == null ? takesEach(type) : type == ValueType.MAP;
    }

    /** Returns whether values of this type are measured. */
    abstract boolean takesEach(ValueType type);

    @Override
    public final Duration reach() {
        return reach;
    }

    @Override
    public final List<String> attributes() {
        return stored;
    }

    @Override
    public final boolean mayWrite(String attribute) {
        return stored.contains(attribute) || read.contains(attribute);
    }

    /** Returns an accumulator of rows. One of events needs to know how clocks are stored. */
    @Override
    public final Accumulator begin() {
        return begin(clock -> {
            throw new IllegalStateException("the clock of an event of unknown form: " + clock);
        });
    }

    @Override
    public final Accumulator begin(Function<Value, Instant> clocks) {
        return new Stretches<>(this, clocks);
    }

    /** Returns the value of a component as it is measured, or null if it is not. */
    final @Nullable Value takenOf(Value component) {
        if (subject.entry() == null) {
            return taken(component);
        }
        Value value = component instanceof Value.MapOf map ? map.values().get(subject.entry()) : null;
        return value == null ? null : taken(value);
    }

    /** Returns the value as it is measured, or null if it is not. */
    abstract @Nullable Value taken(Value value);

    /** Returns a stretch with nothing between its readings yet. */
    abstract S stretch(CarriedReading from, CarriedReading to);

    /** Adds the stored values between the first and the last reading of a row. */
    abstract void readInner(S into, Function<String, @Nullable Value> row);

    abstract void writeInner(S from, BiConsumer<String, Value> row);

    /** Returns the readings of a row, or null if it has none. */
    final @Nullable S read(Function<String, @Nullable Value> row) {
        CarriedReading end = last(row);
        if (end == null) {
            return null;
        }
        CarriedReading begin = reading(row, first, firstAt);
        if (begin == null) {
            throw corrupt(first);
        }
        S stretch = stretch(begin, end);
        readInner(stretch, row);
        return stretch;
    }

    final void write(S stretch, BiConsumer<String, Value> row) {
        row.accept(first, stretch.first().value());
        row.accept(firstAt, Num.of(stretch.first().at()));
        row.accept(last, stretch.last().value());
        row.accept(lastAt, Num.of(stretch.last().at()));
        writeInner(stretch, row);
    }

    @Override
    public final @Nullable CarriedReading last(Function<String, @Nullable Value> row) {
        return reading(row, last, lastAt);
    }

    private @Nullable CarriedReading reading(Function<String, @Nullable Value> row, String name, String nameAt) {
        Value value = row.apply(name);
        if (value == null) {
            return null;
        }
        if (!(row.apply(nameAt) instanceof Num at) || !value.equals(taken(value))) {
            throw corrupt(name);
        }
        return new CarriedReading(at.value(), value);
    }

    private CorruptData corrupt(String name) {
        return new CorruptData("rollup.row", "%s of a row is not a reading with its clock".formatted(name));
    }

    /** Returns the time in seconds that a reading holds between two instants; zero if the second is not later. */
    final BigDecimal held(CarriedReading reading, BigDecimal from, BigDecimal until) {
        BigDecimal end = reading.at().add(limit).min(until);
        BigDecimal start = reading.at().max(from);
        return end.compareTo(start) > 0 ? end.subtract(start) : BigDecimal.ZERO;
    }

    /** Returns whether a reading counts for the next one. */
    final boolean isInReach(CarriedReading one, CarriedReading next) {
        return Stretch.gap(one, next).compareTo(limit) <= 0;
    }

    static void write(String name, @Nullable BigDecimal value, BiConsumer<String, Value> row) {
        Num storable = FieldStats.storable(value);
        if (storable != null) {
            row.accept(name, storable);
        }
    }

    static @Nullable BigDecimal number(Function<String, @Nullable Value> row, String name) {
        return row.apply(name) instanceof Num number ? number.value() : null;
    }

    static @Nullable BigDecimal sum(@Nullable BigDecimal one, @Nullable BigDecimal other) {
        return one == null || other == null ? null : FieldStats.sum(one, other);
    }

    @Override
    public final String toString() {
        return definition();
    }
}
