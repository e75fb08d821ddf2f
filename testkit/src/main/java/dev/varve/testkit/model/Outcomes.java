package dev.varve.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.series.Outcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares the outcome of an append with the model's. */
final class Outcomes {

    private Outcomes() {}

    /**
     * Asserts the kind of an outcome and its contents.
     *
     * @param isRepeated whether an earlier attempt may have stored the event, which makes this one a duplicate
     */
    static void check(DrawnSeries series, ExpectedOutcome expected, Outcome<Event> outcome, boolean isRepeated) {
        String kind = outcome.getClass().getSimpleName();
        assertThat(outcome.clock()).isEqualTo(expected.clock());
        boolean wasStored = expected.kind().equals("Applied") || expected.kind().equals("Late");
        if (isRepeated && wasStored && outcome instanceof Outcome.Duplicate) {
            return;
        }
        assertThat(kind).as("%s, expected %s", outcome, expected).isEqualTo(expected.kind());
        if (outcome instanceof Outcome.Applied<Event> applied) {
            assertThat(view(applied.current())).isEqualTo(series.appliedCarriesCurrent() ? expected.state() : null);
        } else if (outcome instanceof Outcome.Conflict<Event> conflict) {
            assertThat(conflict.existing()).isEqualTo(expected.existing());
        } else if (outcome instanceof Outcome.Stale<Event> stale) {
            assertThat(view(stale.current())).isEqualTo(expected.state());
        } else if (outcome instanceof Outcome.Late<Event> late) {
            assertThat(view(late.current())).isEqualTo(expected.state());
        } else if (outcome instanceof Outcome.ConditionFailed<Event> failed) {
            checkItem(expected.state(), failed.existing());
        }
    }

    private static void checkItem(@Nullable State expected, @Nullable Item item) {
        if (expected == null || item == null) {
            assertThat(item).isNull();
            assertThat(expected).isNull();
            return;
        }
        assertThat(item.value("device")).isEqualTo(Value.of(expected.device()));
        assertThat(item.value("id")).isEqualTo(Value.of(expected.id()));
        assertThat(item.find("note")).isEqualTo(expected.note().map(Value::of));
        assertThat(item.find("level")).isEqualTo(expected.level().map(Value::of));
        assertThat(item.find("account")).isEqualTo(expected.account().map(Value::of));
    }

    /** Returns a latest record as a state, whether it is a state or an event. */
    static @Nullable State view(@Nullable Record record) {
        return record instanceof Event event ? State.of(event) : (State) record;
    }

    static Optional<State> view(Optional<? extends Record> record) {
        return record.map(present -> view((Record) present));
    }
}
