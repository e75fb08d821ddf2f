package dev.varve.table.internal;

import dev.varve.item.RecordMapping;
import dev.varve.item.Value;
import dev.varve.item.internal.MappingAccess;
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
 * Converts conditions on a record into conditions on its items: replaces objects with their stored values, and rejects
 * paths that these items do not have.
 */
public final class RecordConditions {

    private final RecordMapping<?> mapping;
    private final Set<String> tableAttributes = new HashSet<>();

    /** Creates the conversion; items have the attributes of the components, of the table's keys and of its expiry. */
    public RecordConditions(RecordMapping<?> mapping, TableSchema table) {
        this.mapping = mapping;
        add(table.key());
        table.indexes().forEach(index -> add(index.key()));
        if (table.ttlAttribute() != null) {
            tableAttributes.add(table.ttlAttribute());
        }
        tableAttributes.removeAll(mapping.attributes());
    }

    private void add(KeySchema key) {
        tableAttributes.add(key.partition().name());
        if (key.sort() != null) {
            tableAttributes.add(key.sort().name());
        }
    }

    /** Returns the condition with stored values; rejects paths and objects that the record does not have. */
    public Condition stored(Condition condition) {
        condition.paths(path -> {
            if (!tableAttributes.contains(path.attribute())) {
                mapping.requirePath(path.attribute(), steps(path));
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
        if (!(comparison.operand() instanceof AttributePath path) || tableAttributes.contains(path.attribute())) {
            throw comparison.unresolved();
        }
        StoredValue first = stored(comparison, path, comparison.objects().get(0));
        return switch (comparison.test()) {
            case EQUAL -> path.is(first.value());
            case NOT_EQUAL -> path.isNot(first.value());
            // A truncated bound is above its stored value, so items with that value are below the bound.
            case LESS -> first.isCut() ? path.upTo(first.value()) : path.before(first.value());
            case AT_MOST -> path.upTo(first.value());
            case GREATER -> path.after(first.value());
            case AT_LEAST -> first.isCut() ? path.after(first.value()) : path.from(first.value());
            case BETWEEN -> {
                Value high =
                        stored(comparison, path, comparison.objects().get(1)).value();
                yield first.isCut()
                        ? path.after(first.value()).and(path.upTo(high))
                        : path.between(first.value(), high);
            }
            case IN ->
                path.in(comparison.objects().stream()
                        .map(object -> stored(comparison, path, object).value())
                        .toArray());
            case CONTAINS -> path.contains(first.value());
        };
    }

    private StoredValue stored(Condition.OfRecord comparison, AttributePath path, Object object) {
        if (Operand.isStored(object)) {
            return new StoredValue(Value.of(object), false);
        }
        return comparison.test() == Condition.OfRecord.Test.CONTAINS
                ? MappingAccess.instance().storedElement(mapping, path.attribute(), steps(path), object)
                : MappingAccess.instance().stored(mapping, path.attribute(), steps(path), object);
    }

    private static List<Object> steps(AttributePath path) {
        return path.inside().stream()
                .map(step -> step instanceof AttributePath.Step.Name name
                        ? (Object) name.name()
                        : ((AttributePath.Step.Index) step).index())
                .toList();
    }
}
