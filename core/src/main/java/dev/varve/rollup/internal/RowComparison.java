package dev.varve.rollup.internal;

import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.internal.definition.CompiledRollup;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares two rows: each measure by its own rule, all other attributes exactly. */
final class RowComparison {

    private final Rollup declared;
    private final Set<String> measured;
    private final Set<String> tags;

    private RowComparison(Rollup declared) {
        this.declared = declared;
        this.measured = declared.measures().stream()
                .flatMap(measure -> measure.attributes().stream())
                .collect(Collectors.toSet());
        this.tags = declared.groups().stream().map(CompiledRollup::tag).collect(Collectors.toSet());
    }

    /** Returns whether two rows, without their keys and versions, have the same values. */
    static boolean isSame(Rollup declared, Item one, Item other) {
        return one.equals(other) || new RowComparison(declared).isSame(one.asMap(), other.asMap());
    }

    private boolean isSame(Map<String, Value> one, Map<String, Value> other) {
        Set<String> rest = new TreeSet<>(one.keySet());
        rest.addAll(other.keySet());
        rest.removeAll(measured);
        return rest.stream().allMatch(name -> isSame(name, one.get(name), other.get(name)))
                && declared.measures().stream().allMatch(measure -> measure.isSame(one::get, other::get));
    }

    private boolean isSame(String name, @Nullable Value one, @Nullable Value other) {
        if (tags.contains(name) && one instanceof Value.MapOf parts && other instanceof Value.MapOf others) {
            return parts.values().keySet().equals(others.values().keySet())
                    && parts.values().entrySet().stream()
                            .allMatch(part ->
                                    isPartSame(part.getValue(), others.values().get(part.getKey())));
        }
        return Objects.equals(one, other);
    }

    /** Compares the portions of two rows for one value of a group. */
    private boolean isPartSame(Value one, @Nullable Value other) {
        return one instanceof Value.MapOf cells && other instanceof Value.MapOf others
                ? isSame(cells.values(), others.values())
                : one.equals(other);
    }
}
