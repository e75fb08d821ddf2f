package dev.varve.series.internal.read;

import dev.varve.error.Rejected;
import dev.varve.item.Num;
import dev.varve.item.ValueType;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.rollup.Lttb;
import dev.varve.series.internal.definition.SeriesDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A chart of one component of the events over their clock. */
record SeriesChart<E extends Record>(MappedComponent<E> clock, MappedComponent<E> field) {

    private record Point<E>(E event, double x, double y) {}

    /** Returns the chart of a component; refuses one that is not a number. */
    static <E extends Record> SeriesChart<E> of(SeriesDefinition<E> definition, String field) {
        MappedComponent<E> component = MappingAccess.instance().component(definition.mapping, field);
        if (component.valueType().orElse(null) != ValueType.NUMBER) {
            throw new Rejected(
                    "chart.field",
                    "series %s cannot be thinned for a chart of %s, which is not a number"
                            .formatted(definition.name, field));
        }
        return new SeriesChart<>(definition.clock, component);
    }

    /** Returns at most {@code limit} of these events, without those that lack the component. */
    List<E> thin(Stream<E> events, int limit) {
        List<Point<E>> points = new ArrayList<>();
        events.forEach(event -> {
            if (field.value(event) instanceof Num number) {
                points.add(new Point<>(event, x(event), number.doubleValue()));
            }
        });
        return Lttb.thin(points, limit, Point::x, Point::y).stream()
                .map(Point::event)
                .toList();
    }

    private double x(E event) {
        Instant at = (Instant) Objects.requireNonNull(clock.object(event));
        return at.getEpochSecond() + at.getNano() / 1e9;
    }
}
