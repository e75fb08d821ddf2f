package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.item.Value;
import dev.varve.table.Condition;
import java.util.ArrayList;
import java.util.List;

/** Writes conditions as expression texts. DynamoDB has no constant conditions, so they are simplified away first. */
public final class ConditionText {

    private static final Condition NEVER = new Condition.Not(Condition.always());

    private ConditionText() {}

    /** Writes the condition as this part, or nothing if it always holds. */
    public static void write(ExpressionPart part, Condition condition, Expression expression) {
        Condition folded = fold(condition);
        if (folded != Condition.always()) {
            write(folded, expression.begin(part));
        }
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
            } else if (isNever(inner)) {
                return Condition.always();
            }
            return inner == not.condition() ? not : inner.not();
        }
        return condition;
    }

    /**
     * Simplifies the parts of a conjunction or disjunction; most are left unchanged.
     *
     * @param neutral the constant that a part can be without effect on the whole
     * @param decisive the constant that decides the whole
     */
    private static Condition foldAll(Condition whole, List<Condition> parts, Condition neutral, Condition decisive) {
        if (parts.size() > 1 && isFolded(parts)) {
            return whole;
        }
        List<Condition> folded = new ArrayList<>(parts.size());
        for (Condition part : parts) {
            Condition one = fold(part);
            if (one.equals(decisive)) {
                return decisive;
            } else if (!one.equals(neutral)) {
                folded.add(one);
            }
        }
        if (folded.isEmpty()) {
            return neutral;
        } else if (folded.size() == 1) {
            return folded.get(0);
        }
        return neutral == Condition.always() ? new Condition.And(folded) : new Condition.Or(folded);
    }

    private static boolean isFolded(List<Condition> parts) {
        for (int i = 0; i < parts.size(); i++) {
            Condition part = parts.get(i);
            if (part == Condition.always() || isNever(part) || fold(part) != part) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNever(Condition condition) {
        return condition instanceof Condition.Not not && not.condition() == Condition.always();
    }

    private static void write(Condition condition, Expression to) {
        if (condition instanceof Condition.Compare compare) {
            to.operand(compare.left()).text(infix(compare.operator())).operand(compare.right());
        } else if (condition instanceof Condition.Between between) {
            to.operand(between.operand()).text(" BETWEEN ").operand(between.low());
            to.text(" AND ").operand(between.high());
        } else if (condition instanceof Condition.In in) {
            to.operand(in.operand());
            for (int i = 0; i < in.values().size(); i++) {
                to.text(i == 0 ? " IN (" : ", ").value(in.values().get(i));
            }
            to.text(")");
        } else if (condition instanceof Condition.Exists exists) {
            to.text("attribute_exists(").path(exists.path()).text(")");
        } else if (condition instanceof Condition.Absent absent) {
            to.text("attribute_not_exists(").path(absent.path()).text(")");
        } else if (condition instanceof Condition.HasType type) {
            to.text("attribute_type(").path(type.path()).text(", ");
            to.value(Value.of(type.type().descriptor())).text(")");
        } else if (condition instanceof Condition.BeginsWith begins) {
            to.text("begins_with(")
                    .path(begins.path())
                    .text(", ")
                    .value(begins.prefix())
                    .text(")");
        } else if (condition instanceof Condition.Contains contains) {
            to.text("contains(")
                    .path(contains.path())
                    .text(", ")
                    .value(contains.part())
                    .text(")");
        } else if (condition instanceof Condition.And and) {
            writeAll(and.all(), " AND ", to);
        } else if (condition instanceof Condition.Or or) {
            writeAll(or.any(), " OR ", to);
        } else if (isNever(condition)) {
            to.value(Value.of(0)).text(" = ").value(Value.of(1));
        } else {
            write(((Condition.Not) condition).condition(), to.text("NOT ("));
            to.text(")");
        }
    }

    /** Returns the operator with spaces, as written between its operands. */
    public static String infix(Condition.Operator operator) {
        return switch (operator) {
            case EQUAL -> " = ";
            case NOT_EQUAL -> " <> ";
            case LESS -> " < ";
            case AT_MOST -> " <= ";
            case GREATER -> " > ";
            case AT_LEAST -> " >= ";
        };
    }

    private static void writeAll(List<Condition> parts, String between, Expression to) {
        for (int i = 0; i < parts.size(); i++) {
            if (i > 0) {
                to.text(between);
            }
            Condition part = parts.get(i);
            // Only where needed: DynamoDB refuses redundant parentheses.
            if (part instanceof Condition.And || part instanceof Condition.Or) {
                write(part, to.text("("));
                to.text(")");
            } else {
                write(part, to);
            }
        }
    }
}
