package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.core.item.Num;
import dev.varve.core.item.Value;
import dev.varve.core.table.Update;
import dev.varve.core.table.UpdateAction;
import java.util.ArrayList;
import java.util.List;

/** The actions of an update as a text; min and max as the extremes say. */
public final class UpdateText {

    private static final Value NO_ELEMENTS = new Value.ListOf(List.of());

    private final Expression expression;
    private final List<String> set = new ArrayList<>();
    private final List<String> remove = new ArrayList<>();
    private final List<String> add = new ArrayList<>();
    private final List<String> delete = new ArrayList<>();

    private UpdateText(Expression expression) {
        this.expression = expression;
    }

    public static String of(Update update, List<Extreme> extremes, Expression expression) {
        UpdateText text = new UpdateText(expression);
        int next = 0;
        for (UpdateAction action : update.actions()) {
            if (!Extreme.isExtreme(action)) {
                text.add(action);
            } else if (extremes.get(next++) != Extreme.INNER) {
                text.set(action, expression.value(value(action)));
            }
        }
        return text.build(update);
    }

    private static Value value(UpdateAction extreme) {
        return extreme instanceof UpdateAction.Min min ? min.value() : ((UpdateAction.Max) extreme).value();
    }

    private void add(UpdateAction action) {
        String path = expression.path(action.path());
        if (action instanceof UpdateAction.Set assigned) {
            set(action, expression.value(assigned.value()));
        } else if (action instanceof UpdateAction.SetIfAbsent assigned) {
            set(action, orElse(path, assigned.value()));
        } else if (action instanceof UpdateAction.Increment increment) {
            // Not ADD: that takes whole attributes only.
            set(action, orElse(path, Num.of(0)) + " + " + expression.value(increment.amount()));
        } else if (action instanceof UpdateAction.Append append) {
            String values = expression.value(new Value.ListOf(append.values()));
            set(action, "list_append(" + orElse(path, NO_ELEMENTS) + ", " + values + ")");
        } else if (action instanceof UpdateAction.Remove) {
            remove.add(path);
        } else if (action instanceof UpdateAction.AddToSet elements) {
            add.add(path + " " + expression.value(elements.set()));
        } else if (action instanceof UpdateAction.RemoveFromSet elements) {
            delete.add(path + " " + expression.value(elements.set()));
        }
    }

    private void set(UpdateAction action, String value) {
        set.add(expression.path(action.path()) + " = " + value);
    }

    private String orElse(String path, Value value) {
        return "if_not_exists(" + path + ", " + expression.value(value) + ")";
    }

    private String build(Update update) {
        if (set.isEmpty() && remove.isEmpty() && add.isEmpty() && delete.isEmpty()) {
            // Every extreme stays and there is nothing else to do, but a transaction wants an action.
            String kept = expression.path(update.actions().get(0).path());
            set.add(kept + " = " + kept);
        }
        List<String> clauses = new ArrayList<>();
        clause(clauses, "SET ", set);
        clause(clauses, "REMOVE ", remove);
        clause(clauses, "ADD ", add);
        clause(clauses, "DELETE ", delete);
        return String.join(" ", clauses);
    }

    private static void clause(List<String> clauses, String keyword, List<String> actions) {
        if (!actions.isEmpty()) {
            clauses.add(keyword + String.join(", ", actions));
        }
    }
}
