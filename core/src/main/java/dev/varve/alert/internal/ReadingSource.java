package dev.varve.alert.internal;

import dev.varve.error.Rejected;
import dev.varve.item.Num;
import dev.varve.item.RecordMapping;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.ParsedKey;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.schema.internal.KeyComponents;
import dev.varve.series.HistoryPage;
import dev.varve.series.OpenSeries;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.series.internal.packed.row.Field;
import dev.varve.table.Key;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the readings of a series for rules and detectors. */
public final class ReadingSource<E extends Record> {

    /** A template may not be empty, so it starts with this text. */
    private static final String PREFIX = "DEVICE";

    private final OpenSeries<E> series;
    private final SeriesLayout layout;
    private final RecordMapping<E> mapping;
    private final MappedComponent<E> clock;
    private final EntityLayout several;
    private final List<String> numbers;
    private final List<MappedComponent<E>> maps;
    private final Set<String> numbersOfIdentity;

    public ReadingSource(OpenSeries<E> series) {
        this.series = series;
        this.layout = SeriesAccess.instance().layout(series.declaration());
        this.mapping = series.declaration().mapping();
        this.clock = MappingAccess.instance().component(mapping, layout.clock());
        this.several = Layout.entity(
                PREFIX
                        + layout.identity().stream()
                                .map(part -> "#{" + part + "}")
                                .collect(Collectors.joining()),
                KeyComponents.types(mapping));
        this.numbersOfIdentity = layout.identity().stream()
                .filter(part -> MappingAccess.instance()
                        .component(mapping, part)
                        .valueType()
                        .equals(Optional.of(ValueType.NUMBER)))
                .collect(Collectors.toUnmodifiableSet());
        this.numbers = MappingAccess.instance().components(mapping).stream()
                .filter(component -> component.valueType().equals(Optional.of(ValueType.NUMBER)))
                .<String>map(MappedComponent::name)
                .toList();
        this.maps = MappingAccess.instance().components(mapping).stream()
                .filter(component -> component.javaType() == Map.class)
                .toList();
    }

    public OpenSeries<E> series() {
        return series;
    }

    /** Returns the rows of the series if it is packed, otherwise null. */
    public @Nullable PackedStore packed() {
        return SeriesAccess.instance().packed(series);
    }

    public TickClock ticks() {
        return new TickClock(layout.tick());
    }

    /** Returns the columns of packed rows that may hold a field; the first one with a number counts. */
    public List<String> columns(String field) {
        return numbers.contains(field)
                ? List.of(Field.nameOf(
                        MappingAccess.instance().component(mapping, field).attribute()))
                : maps.stream().map(map -> Field.nameOf(map.attribute(), field)).toList();
    }

    /** Refuses a field that is not a number of these readings; a map component may hold numbers of any name. */
    public void requireNumber(String user, String field) {
        boolean mayBeInMap = !maps.isEmpty()
                && MappingAccess.instance().components(mapping).stream()
                        .noneMatch(each -> each.name().equals(field));
        if (!numbers.contains(field) && !mayBeInMap) {
            throw new Rejected(
                    "alert.field",
                    "%s uses %s, which is not a number of %s; its numbers are %s"
                            .formatted(user, field, series.declaration().type().getSimpleName(), numbers));
        }
    }

    private Optional<Double> number(E event, String field) {
        if (numbers.contains(field)) {
            return number(mapping.value(event, field));
        }
        return maps.stream()
                .map(map -> map.value(event) instanceof Value.MapOf entries
                        ? number(entries.values().get(field))
                        : Optional.<Double>empty())
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<Double> number(@Nullable Value value) {
        return value instanceof Num number ? Optional.of(number.value().doubleValue()) : Optional.empty();
    }

    public NumericReading fields(E event) {
        return new Event<>(this, event);
    }

    /** A reading whose numbers are looked up by name. */
    private record Event<E extends Record>(ReadingSource<E> readings, E event) implements NumericReading {
        @Override
        public Instant at() {
            return (Instant) Objects.requireNonNull(readings.clock.object(event));
        }

        @Override
        public Optional<Double> value(String field) {
            return readings.number(event, field);
        }
    }

    /** Returns the name of an identity in alerts: a single part as it is, several parts as in a key. */
    public AlertSubject device(Parts identity) {
        List<String> names = layout.identity();
        String name = series.declaration().name();
        if (names.isEmpty()) {
            return new AlertSubject(name, name);
        } else if (names.size() > 1) {
            return new AlertSubject(name, several.writePartition(identity).substring(PREFIX.length() + 1));
        }
        String only = names.get(0);
        return new AlertSubject(name, isNumber(only) ? identity.number(only).toPlainString() : identity.text(only));
    }

    private boolean isNumber(String part) {
        return numbersOfIdentity.contains(part);
    }

    /** Returns the parts and clock of an event's key; empty for the key of another item. */
    public Optional<ParsedKey> parse(Key key) {
        return LayoutKeys.written(key).flatMap(layout::match);
    }

    /** Returns the identity within the parts of an event's key. */
    public Parts identity(Parts parts) {
        Parts identity = Parts.none();
        for (String name : layout.identity()) {
            identity = isNumber(name) ? identity.with(name, parts.number(name)) : identity.with(name, parts.text(name));
        }
        return identity;
    }

    /** Returns up to {@code most} events with a clock in {@code [from, to)}, oldest first. */
    public CompletableFuture<List<E>> oldest(Parts identity, Instant from, Instant to, int most) {
        if (!from.isBefore(to)) {
            return CompletableFuture.completedFuture(List.of());
        }
        return series.history(identity)
                .between(from, to)
                .consistent()
                .limit(most)
                .pageAsync(null)
                .thenApply(HistoryPage::events);
    }

    /** Returns up to {@code most} events with a clock in {@code [from, to)}, newest first. */
    public CompletableFuture<List<E>> newest(Parts identity, Instant from, Instant to, int most) {
        return series.history(identity)
                .between(from, to)
                .newestFirst()
                .consistent()
                .limit(most)
                .pageAsync(null)
                .thenApply(HistoryPage::events);
    }
}
