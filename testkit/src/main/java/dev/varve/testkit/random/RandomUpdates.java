package dev.varve.testkit.random;

import static dev.varve.table.AttributePath.attr;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.table.AttributePath;
import dev.varve.table.IndexSchema;
import dev.varve.table.KeyAttribute;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.table.UpdateAction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Draws updates of the attributes of {@link RandomItems}; sometimes with a wrong type or overlapping paths. */
public final class RandomUpdates {

    private static final int MAX_ACTIONS = 4;

    private final Draw draw;
    private final RandomItems items;
    private final TableSchema schema;

    public RandomUpdates(Draw draw, RandomItems items, TableSchema schema) {
        this.draw = draw;
        this.items = items;
        this.schema = schema;
    }

    /** Returns an update without a condition. */
    public Update next() {
        Update update = Update.of(items.key());
        List<String> names = new ArrayList<>(RandomItems.NAMES);
        for (int i = draw.between(1, MAX_ACTIONS); i > 0; i--) {
            String name = draw.oneOf(names);
            if (draw.chance(97)) {
                names.remove(name);
            }
            update = update.with(action(name));
        }
        if (draw.chance(20)) {
            update = indexKey(update);
        }
        if (schema.ttlAttribute() != null && draw.chance(10)) {
            update = draw.chance(70)
                    ? update.set(schema.ttlAttribute(), items.expiry())
                    : update.remove(schema.ttlAttribute());
        }
        return update;
    }

    private Update indexKey(Update update) {
        List<KeyAttribute> attributes = new ArrayList<>();
        for (IndexSchema index : schema.indexes()) {
            attributes.add(index.key().partition());
            if (index.key().sort() != null) {
                attributes.add(index.key().sort());
            }
        }
        attributes.removeIf(attribute -> schema.key().contains(attribute.name()));
        if (attributes.isEmpty()) {
            return update;
        }
        KeyAttribute attribute = draw.oneOf(attributes);
        return draw.chance(70)
                ? update.set(attribute.name(), items.part(attribute, 4))
                : update.remove(attribute.name());
    }

    private UpdateAction action(String name) {
        AttributePath path = path(name);
        if (draw.chance(15)) {
            return new UpdateAction.Remove(path);
        }
        ValueType type = path.isTopLevel() ? RandomItems.TYPICAL.getOrDefault(name, ValueType.TEXT) : ValueType.NUMBER;
        return switch (type) {
            case NUMBER -> number(path);
            case TEXT, BYTES -> ordered(path, items.typical(name));
            case TEXT_SET -> set(path, new Value.TextSet(Set.of(items.element())));
            case NUMBER_SET -> set(path, Value.of(new HashSet<>(draw.times(2, () -> draw.below(5)))));
            case LIST ->
                draw.chance(60)
                        ? new UpdateAction.Append(path, List.of(RandomValues.number(draw)))
                        : new UpdateAction.Set(path, items.typical(name));
            default -> new UpdateAction.Set(path, items.typical(name));
        };
    }

    private UpdateAction number(AttributePath path) {
        Num value = RandomValues.number(draw);
        return switch (draw.below(6)) {
            case 0 -> new UpdateAction.Set(path, value);
            case 1 -> new UpdateAction.SetIfAbsent(path, value);
            case 2 -> new UpdateAction.Increment(path, value);
            case 3 -> new UpdateAction.Increment(path, Num.of(draw.between(-3, 3)));
            case 4 -> new UpdateAction.Min(path, value);
            default -> new UpdateAction.Max(path, value);
        };
    }

    private UpdateAction ordered(AttributePath path, Value value) {
        boolean isOrdered = value.type() == ValueType.TEXT || value.type() == ValueType.BYTES;
        return switch (draw.below(isOrdered ? 4 : 2)) {
            case 0 -> new UpdateAction.Set(path, value);
            case 1 -> new UpdateAction.SetIfAbsent(path, value);
            case 2 -> new UpdateAction.Min(path, value);
            default -> new UpdateAction.Max(path, value);
        };
    }

    private UpdateAction set(AttributePath path, Value value) {
        return switch (draw.below(4)) {
            case 0 -> new UpdateAction.Set(path, value);
            case 1 -> new UpdateAction.RemoveFromSet(path, value);
            default -> new UpdateAction.AddToSet(path, value);
        };
    }

    private AttributePath path(String name) {
        AttributePath path = attr(name);
        return switch (name) {
            case "o" ->
                draw.chance(70)
                        ? path
                        : draw.oneOf(path.at("x"), path.at("y"), path.at("l").at(0));
            case "l" -> draw.chance(70) ? path : draw.oneOf(path.at(0), path.at(2), path.at(9));
            default -> path;
        };
    }
}
