package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.Update;
import dev.varve.table.UpdateAction;
import java.util.List;

/** Writes the actions of an update as an expression text; min and max follow the given comparisons. */
public final class UpdateText {

    /** The four clauses of an update expression. */
    private enum Clause {
        SET,
        REMOVE,
        ADD,
        DELETE;

        private static final List<Clause> ALL = List.of(values());

        private final String first = name() + " ";
        private final String further = " " + name() + " ";
    }

    private static final Value NO_ELEMENTS = new Value.ListOf(List.of());
    private static final Num ZERO = Num.of(0);

    private final Update update;
    private final List<MinMaxUpdate> extremes;
    private final Expression expression;

    private UpdateText(Update update, List<MinMaxUpdate> extremes, Expression expression) {
        this.update = update;
        this.extremes = extremes;
        this.expression = expression;
    }

    public static void write(Update update, List<MinMaxUpdate> extremes, Expression expression) {
        new UpdateText(update, extremes, expression.begin(ExpressionPart.UPDATE)).writeAll();
    }

    private void writeAll() {
        int left = update.actions().size() - staying();
        if (left == 0) {
            // Every stored extreme stays and there is no other action, but a transaction needs one.
            UpdateAction kept = update.actions().get(0);
            expression.text(Clause.SET.first).path(kept.path()).text(" = ").path(kept.path());
        }
        boolean isFirst = true;
        for (int i = 0; left > 0; i++) {
            Clause clause = Clause.ALL.get(i);
            int written = write(clause, isFirst ? clause.first : clause.further);
            isFirst &= written == 0;
            left -= written;
        }
    }

    private int staying() {
        int staying = 0;
        for (int i = 0; i < extremes.size(); i++) {
            staying += extremes.get(i) == MinMaxUpdate.INNER ? 1 : 0;
        }
        return staying;
    }

    /** Writes a clause with all its actions, or nothing if it has none; returns the number of actions. */
    private int write(Clause clause, String keyword) {
        int written = 0;
        int extreme = 0;
        List<UpdateAction> actions = update.actions();
        for (int i = 0; i < actions.size(); i++) {
            UpdateAction action = actions.get(i);
            boolean stays = MinMaxUpdate.isExtreme(action) && extremes.get(extreme++) == MinMaxUpdate.INNER;
            if (!stays && clauseOf(action) == clause) {
                expression.text(written == 0 ? keyword : ", ").path(action.path());
                finish(action);
                written++;
            }
        }
        return written;
    }

    private static Clause clauseOf(UpdateAction action) {
        if (action instanceof UpdateAction.Remove) {
            return Clause.REMOVE;
        } else if (action instanceof UpdateAction.AddToSet) {
            return Clause.ADD;
        }
        return action instanceof UpdateAction.RemoveFromSet ? Clause.DELETE : Clause.SET;
    }

    /** Writes the part of an action after its path. */
    private void finish(UpdateAction action) {
        if (action instanceof UpdateAction.Set assigned) {
            expression.text(" = ").value(assigned.value());
        } else if (action instanceof UpdateAction.SetIfAbsent assigned) {
            orElse(" = if_not_exists(", action, assigned.value()).text(")");
        } else if (action instanceof UpdateAction.Increment increment) {
            // Not ADD, which supports top-level attributes only.
            orElse(" = if_not_exists(", action, ZERO).text(") + ").value(increment.amount());
        } else if (action instanceof UpdateAction.Append append) {
            orElse(" = list_append(if_not_exists(", action, NO_ELEMENTS).text("), ");
            expression.value(new Value.ListOf(append.values())).text(")");
        } else if (action instanceof UpdateAction.Min min) {
            expression.text(" = ").value(min.value());
        } else if (action instanceof UpdateAction.Max max) {
            expression.text(" = ").value(max.value());
        } else if (action instanceof UpdateAction.AddToSet elements) {
            expression.text(" ").value(elements.set());
        } else if (action instanceof UpdateAction.RemoveFromSet elements) {
            expression.text(" ").value(elements.set());
        }
    }

    private Expression orElse(String function, UpdateAction action, Value otherwise) {
        return expression.text(function).path(action.path()).text(", ").value(otherwise);
    }
}
