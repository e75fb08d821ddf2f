package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.core.item.Value;
import dev.varve.core.table.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Conditions as texts. DynamoDB has no constants, so those are folded away first. */
public final class ConditionText {

    private static final Condition NEVER = new Condition.Not(Condition.always());

    private ConditionText() {}

    /** Returns the text, or null for a condition that always holds and needs none. */
    public static @Nullable String of(Condition condition, Expression expression) {
        Condition folded = fold(condition);
        return folded == Condition.always() ? null : text(folded, expression);
    }

    static Condition fold(Condition condition) {
        if (condition instanceof Condition.And and) {
            return foldAll(and, and.all(), Condition.always(), NEVER);
        } else if (condition instanceof Condition.Or or) {
            return foldAll(or, or.any(), NEVER, Condition.always());
        } else if (condition instanceof Condition.Not not) {
            Condition inner = fold(not.condition());
            if (inner == Condition.always()) {
                return NEVER;
            } else if (inner.equals(NEVER)) {
                return Condition.always();
            }
            return inner == not.condition() ? not : inner.not();
        }
        return condition;
    }

    /**
     * Folds the parts of a conjunction or disjunction, which mostly leaves it as it is.
     *
     * @param neutral what a part may be without changing the whole
     * @param decisive what a part cannot be without deciding the whole
     */
    private static Condition foldAll(Condition whole, List<Condition> parts, Condition neutral, Condition decisive) {
        boolean same = parts.size() > 1;
        List<Condition> folded = new ArrayList<>(parts.size());
        for (Condition part : parts) {
            Condition one = fold(part);
            same &= one == part;
            if (one.equals(decisive)) {
                return decisive;
            } else if (!one.equals(neutral)) {
                folded.add(one);
            }
        }
        if (same && folded.size() == parts.size()) {
            return whole;
        } else if (folded.isEmpty()) {
            return neutral;
        } else if (folded.size() == 1) {
            return folded.get(0);
        }
        return neutral == Condition.always() ? new Condition.And(folded) : new Condition.Or(folded);
    }

    private static String text(Condition condition, Expression expression) {
        if (condition instanceof Condition.Compare compare) {
            return expression.operand(compare.left())
                    + " "
                    + compare.operator().symbol()
                    + " "
                    + expression.operand(compare.right());
        } else if (condition instanceof Condition.Between between) {
            return expression.operand(between.operand())
                    + " BETWEEN "
                    + expression.operand(between.low())
                    + " AND "
                    + expression.operand(between.high());
        } else if (condition instanceof Condition.In in) {
            return expression.operand(in.operand())
                    + in.values().stream().map(expression::value).collect(Collectors.joining(", ", " IN (", ")"));
        } else if (condition instanceof Condition.Exists exists) {
            return "attribute_exists(" + expression.path(exists.path()) + ")";
        } else if (condition instanceof Condition.Absent absent) {
            return "attribute_not_exists(" + expression.path(absent.path()) + ")";
        } else if (condition instanceof Condition.HasType type) {
            String descriptor = expression.value(Value.of(type.type().descriptor()));
            return "attribute_type(" + expression.path(type.path()) + ", " + descriptor + ")";
        } else if (condition instanceof Condition.BeginsWith begins) {
            return "begins_with(" + expression.path(begins.path()) + ", " + expression.value(begins.prefix()) + ")";
        } else if (condition instanceof Condition.Contains contains) {
            return "contains(" + expression.path(contains.path()) + ", " + expression.value(contains.part()) + ")";
        } else if (condition instanceof Condition.And and) {
            return joined(and.all(), " AND ", expression);
        } else if (condition instanceof Condition.Or or) {
            return joined(or.any(), " OR ", expression);
        } else if (condition.equals(NEVER)) {
            return expression.value(Value.of(0)) + " = " + expression.value(Value.of(1));
        }
        return "NOT (" + text(((Condition.Not) condition).condition(), expression) + ")";
    }

    private static String joined(List<Condition> parts, String between, Expression expression) {
        StringJoiner text = new StringJoiner(between);
        for (Condition part : parts) {
            text.add(enclosed(part, expression));
        }
        return text.toString();
    }

    private static String enclosed(Condition part, Expression expression) {
        String text = text(part, expression);
        // Only where needed: DynamoDB refuses redundant parentheses.
        boolean compound = part instanceof Condition.And || part instanceof Condition.Or;
        return compound ? "(" + text + ")" : text;
    }
}
