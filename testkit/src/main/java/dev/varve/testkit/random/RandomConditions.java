package dev.varve.testkit.random;

import static dev.varve.table.AttributePath.attr;

import dev.varve.error.Rejected;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.Operand;
import java.util.List;
import java.util.function.Supplier;

/** Draws random conditions on the attributes of {@link RandomItems}. */
public final class RandomConditions {

    private static final int DEPTH = 2;
    private static final int TRIES = 20;

    private final Draw draw;
    private final RandomItems items;
    private final List<String> names;

    /** Draws conditions on these attributes, and on paths inside them. */
    public RandomConditions(Draw draw, RandomItems items, List<String> names) {
        this.draw = draw;
        this.items = items;
        this.names = names;
    }

    public Condition next() {
        return next(DEPTH);
    }

    private Condition next(int depth) {
        return switch (draw.below(depth > 0 ? 10 : 7)) {
            case 7 -> next(depth - 1).and(next(depth - 1));
            case 8 -> next(depth - 1).or(next(depth - 1));
            case 9 -> next(depth - 1).not();
            default -> leaf();
        };
    }

    private Condition leaf() {
        AttributePath path = path();
        return switch (draw.below(11)) {
            case 0, 1 -> path.exists();
            case 2 -> path.absent();
            case 3 -> path.hasType(draw.oneOf(ValueType.values()));
            case 4 -> valid(() -> path.beginsWith(prefix()));
            case 5 -> valid(() -> path.contains(literal(path)));
            case 6 -> valid(() -> path.between(literal(path), literal(path)));
            case 7 -> valid(() -> path.in(literal(path), literal(path), literal(path)));
            case 8 -> valid(() -> compare(path.size(), Value.of(draw.below(5))));
            case 9 -> valid(() -> compare(path, path()));
            default -> valid(() -> compare(path, literal(path)));
        };
    }

    private Condition compare(Operand left, Object right) {
        return switch (draw.below(6)) {
            case 0 -> left.is(right);
            case 1 -> left.isNot(right);
            case 2 -> left.before(right);
            case 3 -> left.upTo(right);
            case 4 -> left.after(right);
            default -> left.from(right);
        };
    }

    /** Draws until the condition is valid. */
    private Condition valid(Supplier<Condition> drawn) {
        for (int i = 0; i < TRIES; i++) {
            try {
                return drawn.get();
            } catch (Rejected e) {
                // Invalid, for example bounds in the wrong order: draw again.
            }
        }
        return attr(draw.oneOf(names)).exists();
    }

    private AttributePath path() {
        AttributePath path = attr(draw.oneOf(names));
        return switch (path.attribute()) {
            case "o" ->
                draw.oneOf(path, path.at("x"), path.at("y"), path.at("l").at(0), path.at(0));
            case "l" -> draw.oneOf(path, path.at(0), path.at(2), path.at("x"));
            default -> path;
        };
    }

    private Value literal(AttributePath path) {
        if (draw.chance(20)) {
            return RandomValues.value(draw);
        }
        return path.isTopLevel() ? items.typical(path.attribute()) : RandomValues.number(draw);
    }

    private Value prefix() {
        return draw.chance(80) ? Value.of(draw.oneOf("", "a", "b", "0", "é")) : RandomValues.bytes(draw);
    }
}
