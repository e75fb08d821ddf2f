package dev.varve.testkit.model;

import static dev.varve.table.AttributePath.attr;

import dev.varve.table.Condition;
import dev.varve.testkit.random.Draw;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A condition in two forms: for the database, and as a predicate on a record of the model. */
record ModelCondition(Condition condition, Predicate<@Nullable State> test) {

    static final ModelCondition NONE = new ModelCondition(Condition.always(), state -> true);

    static ModelCondition draw(Draw draw) {
        int level = draw.between(1, 3);
        return draw.oneOf(
                new ModelCondition(
                        attr("level").is(level),
                        state -> state != null && state.level().equals(Optional.of(level))),
                new ModelCondition(
                        attr("level").absent(),
                        state -> state == null || state.level().isEmpty()),
                new ModelCondition(
                        attr("note").exists(),
                        state -> state != null && state.note().isPresent()),
                new ModelCondition(
                        attr("level").absent().or(attr("level").before(level)),
                        state -> state == null
                                || state.level().filter(l -> l >= level).isEmpty()));
    }
}
