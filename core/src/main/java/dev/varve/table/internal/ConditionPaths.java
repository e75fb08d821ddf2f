package dev.varve.table.internal;

import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.Operand;
import java.util.function.Consumer;

/** Visits the attribute paths of a condition. */
public final class ConditionPaths {

    private ConditionPaths() {}

    /** Calls the visitor with each attribute path of the condition. */
    public static void visit(Condition condition, Consumer<AttributePath> visitor) {
        if (condition instanceof Condition.Compare compare) {
            operand(compare.left(), visitor);
            operand(compare.right(), visitor);
        } else if (condition instanceof Condition.Between between) {
            operand(between.operand(), visitor);
            operand(between.low(), visitor);
            operand(between.high(), visitor);
        } else if (condition instanceof Condition.In in) {
            operand(in.operand(), visitor);
        } else if (condition instanceof Condition.Exists exists) {
            visitor.accept(exists.path());
        } else if (condition instanceof Condition.Absent absent) {
            visitor.accept(absent.path());
        } else if (condition instanceof Condition.HasType type) {
            visitor.accept(type.path());
        } else if (condition instanceof Condition.BeginsWith begins) {
            visitor.accept(begins.path());
        } else if (condition instanceof Condition.Contains contains) {
            visitor.accept(contains.path());
        } else if (condition instanceof Condition.OfRecord comparison) {
            operand(comparison.operand(), visitor);
        } else if (condition instanceof Condition.And and) {
            and.all().forEach(part -> visit(part, visitor));
        } else if (condition instanceof Condition.Or or) {
            or.any().forEach(part -> visit(part, visitor));
        } else if (condition instanceof Condition.Not not) {
            visit(not.condition(), visitor);
        }
    }

    private static void operand(Operand operand, Consumer<AttributePath> visitor) {
        if (operand instanceof AttributePath path) {
            visitor.accept(path);
        } else if (operand instanceof Operand.SizeOf size) {
            visitor.accept(size.path());
        }
    }
}
