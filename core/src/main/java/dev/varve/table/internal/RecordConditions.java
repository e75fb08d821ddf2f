package dev.varve.table.internal;

import dev.varve.item.RecordMapping;
import dev.varve.item.Value;
import dev.varve.item.internal.StoredValue;
import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.KeySchema;
import dev.varve.table.Operand;
import dev.varve.table.TableSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Turns conditions about a record into conditions about its items: objects become the values they are stored as, and a
 * place that no such item has is refused.
 */
public final class RecordConditions {

    private final RecordMapping<?> mapping;
    private final Set<String> others = new HashSet<>();

    /** The items of a record may have the attributes of its components, and those of the table's keys and expiry. */
    public RecordConditions(RecordMapping<?> mapping, TableSchema table) {
        this.mapping = mapping;
        add(table.key());
        table.indexes().forEach(index -> add(index.key()));
        if (table.ttlAttribute() != null) {
            others.add(table.ttlAttribute());
        }
        others.removeAll(mapping.attributes());
    }

    private void add(KeySchema key) {
        others.add(key.partition().name());
        if (key.sort() != null) {
            others.add(key.sort().name());
        }
    }

    /** Returns the condition with stored values; refuses places and objects that the record does not have. */
    public Condition stored(Condition condition) {
        condition.paths(path -> {
            if (!others.contains(path.attribute())) {
                mapping.requirePlace(path.attribute(), steps(path));
            }
        });
        return resolved(condition);
    }

    private Condition resolved(Condition condition) {
        if (condition instanceof Condition.And and) {
            return new Condition.And(and.all().stream().map(this::resolved).toList());
        } else if (condition instanceof Condition.Or or) {
            return new Condition.Or(or.any().stream().map(this::resolved).toList());
        } else if (condition instanceof Condition.Not not) {
            return new Condition.Not(resolved(not.condition()));
        }
        return condition instanceof Condition.OfRecord comparison ? compared(comparison) : condition;
    }

    private Condition compared(Condition.OfRecord comparison) {
        if (!(comparison.operand() instanceof AttributePath path) || others.contains(path.attribute())) {
            throw comparison.unresolved();
        }
        StoredValue first = form(comparison, path, comparison.objects().get(0));
        return switch (comparison.test()) {
            case EQUAL -> path.is(first.value());
            case NOT_EQUAL -> path.isNot(first.value());
            // A bound that was cut lies above the value: what is stored at the value is below the bound.
            case LESS -> first.isCut() ? path.upTo(first.value()) : path.before(first.value());
            case AT_MOST -> path.upTo(first.value());
            case GREATER -> path.after(first.value());
            case AT_LEAST -> first.isCut() ? path.after(first.value()) : path.from(first.value());
            case BETWEEN -> {
                Value high = form(comparison, path, comparison.objects().get(1)).value();
                yield first.isCut()
                        ? path.after(first.value()).and(path.upTo(high))
                        : path.between(first.value(), high);
            }
            case IN ->
                path.in(comparison.objects().stream()
                        .map(object -> form(comparison, path, object).value())
                        .toArray());
            case CONTAINS -> path.contains(first.value());
        };
    }

    private StoredValue form(Condition.OfRecord comparison, AttributePath path, Object object) {
        if (Operand.isStored(object)) {
            return new StoredValue(Value.of(object), false);
        }
        return comparison.test() == Condition.OfRecord.Test.CONTAINS
                ? mapping.storedElement(path.attribute(), steps(path), object)
                : mapping.stored(path.attribute(), steps(path), object);
    }

    private static List<Object> steps(AttributePath path) {
        return path.inside().stream()
                .map(step -> step instanceof AttributePath.Step.Name name
                        ? (Object) name.name()
                        : ((AttributePath.Step.Index) step).index())
                .toList();
    }
}
