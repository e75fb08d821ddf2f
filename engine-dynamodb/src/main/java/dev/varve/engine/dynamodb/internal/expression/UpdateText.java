package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.core.item.Num;
import dev.varve.core.item.Value;
import dev.varve.core.table.Update;
import dev.varve.core.table.UpdateAction;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The actions of an update as a text; min and max as the extremes say. */
public final class UpdateText {

    /** DynamoDB's four, by their keywords. */
    private enum Clause {
        SET,
        REMOVE,
        ADD,
        DELETE
    }

    private static final int USUAL_LENGTH = 64;
    private static final Value NO_ELEMENTS = new Value.ListOf(List.of());

    private final Expression expression;
    private final Map<Clause, StringBuilder> clauses = new EnumMap<>(Clause.class);

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
                String path = expression.path(action.path());
                text.set(path, expression.value(value(action)));
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
            set(path, expression.value(assigned.value()));
        } else if (action instanceof UpdateAction.SetIfAbsent assigned) {
            set(path, orElse(path, assigned.value()));
        } else if (action instanceof UpdateAction.Increment increment) {
            // Not ADD: that takes whole attributes only.
            set(path, orElse(path, Num.of(0)) + " + " + expression.value(increment.amount()));
        } else if (action instanceof UpdateAction.Append append) {
            String values = expression.value(new Value.ListOf(append.values()));
            set(path, "list_append(" + orElse(path, NO_ELEMENTS) + ", " + values + ")");
        } else if (action instanceof UpdateAction.Remove) {
            next(Clause.REMOVE).append(path);
        } else if (action instanceof UpdateAction.AddToSet elements) {
            elements(Clause.ADD, path, elements.set());
        } else if (action instanceof UpdateAction.RemoveFromSet elements) {
            elements(Clause.DELETE, path, elements.set());
        }
    }

    private void set(String path, String value) {
        next(Clause.SET).append(path).append(" = ").append(value);
    }

    private void elements(Clause clause, String path, Value set) {
        next(clause).append(path).append(' ').append(expression.value(set));
    }

    /** Returns the clause so far, ready for one more action. */
    private StringBuilder next(Clause clause) {
        StringBuilder text = clauses.get(clause);
        if (text != null) {
            return text.append(", ");
        }
        StringBuilder first = new StringBuilder(USUAL_LENGTH).append(clause).append(' ');
        clauses.put(clause, first);
        return first;
    }

    private String orElse(String path, Value value) {
        return "if_not_exists(" + path + ", " + expression.value(value) + ")";
    }

    private String build(Update update) {
        if (clauses.isEmpty()) {
            // Every extreme stays and there is nothing else to do, but a transaction wants an action.
            String kept = expression.path(update.actions().get(0).path());
            set(kept, kept);
        }
        return clauses.size() == 1 ? clauses.values().iterator().next().toString() : String.join(" ", clauses.values());
    }
}
