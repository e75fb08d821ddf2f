package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.core.item.Num;
import dev.varve.core.item.Value;
import dev.varve.core.table.Update;
import dev.varve.core.table.UpdateAction;
import java.util.List;

/** The actions of an update as a text; min and max as the extremes say. */
public final class UpdateText {

    /** DynamoDB's four. */
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
    private final List<Extreme> extremes;
    private final Expression expression;

    private UpdateText(Update update, List<Extreme> extremes, Expression expression) {
        this.update = update;
        this.extremes = extremes;
        this.expression = expression;
    }

    public static void write(Update update, List<Extreme> extremes, Expression expression) {
        new UpdateText(update, extremes, expression.begin(Part.UPDATE)).writeAll();
    }

    private void writeAll() {
        boolean isEmpty = true;
        for (int i = 0; i < Clause.ALL.size(); i++) {
            Clause clause = Clause.ALL.get(i);
            isEmpty &= !write(clause, isEmpty ? clause.first : clause.further);
        }
        if (isEmpty) {
            // Every extreme stays and there is nothing else to do, but a transaction wants an action.
            UpdateAction kept = update.actions().get(0);
            expression.text(Clause.SET.first).path(kept.path()).text(" = ").path(kept.path());
        }
    }

    /** Writes a clause with all its actions; returns false for one that has none and is left out. */
    private boolean write(Clause clause, String keyword) {
        String before = keyword;
        int extreme = 0;
        for (int i = 0; i < update.actions().size(); i++) {
            UpdateAction action = update.actions().get(i);
            boolean stays = Extreme.isExtreme(action) && extremes.get(extreme++) == Extreme.INNER;
            if (!stays && clauseOf(action) == clause) {
                expression.text(before).path(action.path());
                finish(action);
                before = ", ";
            }
        }
        return !before.equals(keyword);
    }

    private static Clause clauseOf(UpdateAction action) {
        if (action instanceof UpdateAction.Remove) {
            return Clause.REMOVE;
        } else if (action instanceof UpdateAction.AddToSet) {
            return Clause.ADD;
        }
        return action instanceof UpdateAction.RemoveFromSet ? Clause.DELETE : Clause.SET;
    }

    /** Writes what follows the path an action changes. */
    private void finish(UpdateAction action) {
        if (action instanceof UpdateAction.Set assigned) {
            expression.text(" = ").value(assigned.value());
        } else if (action instanceof UpdateAction.SetIfAbsent assigned) {
            orElse(" = if_not_exists(", action, assigned.value()).text(")");
        } else if (action instanceof UpdateAction.Increment increment) {
            // Not ADD: that takes whole attributes only.
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
