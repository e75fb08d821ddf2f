package dev.varve.testkit.model;

import static dev.varve.core.table.AttributePath.attr;

import dev.varve.core.table.Condition;
import dev.varve.testkit.random.Draw;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A condition twice: as the database is given it, and as a question to a record of the model. */
record Wish(Condition condition, Predicate<@Nullable State> test) {

    static final Wish NONE = new Wish(Condition.always(), state -> true);

    static Wish draw(Draw draw) {
        int level = draw.between(1, 3);
        return draw.oneOf(
                new Wish(
                        attr("level").is(level),
                        state -> state != null && state.level().equals(Optional.of(level))),
                new Wish(
                        attr("level").absent(),
                        state -> state == null || state.level().isEmpty()),
                new Wish(
                        attr("note").exists(),
                        state -> state != null && state.note().isPresent()),
                new Wish(
                        attr("level").absent().or(attr("level").before(level)),
                        state -> state == null
                                || state.level().filter(l -> l >= level).isEmpty()));
    }
}
