package dev.varve.alert.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.alert.AlertRule;
import dev.varve.alert.AlertRuleBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RuleEvaluatorTest {

    private static final Instant START = Instant.parse("2026-04-20T14:00:00Z");

    private final List<String> seen = new ArrayList<>();
    private @Nullable RuleState state;

    private static Instant at(long second) {
        return START.plusSeconds(second);
    }

    private static long second(Instant instant) {
        return Duration.between(START, instant).toSeconds();
    }

    private void take(RuleEvaluator step) {
        state = step.state();
        for (AlertTransition transition : step.transitions()) {
            seen.add(
                    transition instanceof AlertTransition.Opened opened
                            ? "opened %s by %s"
                                    .formatted(
                                            second(opened.opened()),
                                            second(opened.by().at()))
                            : "resolved %s by %s"
                                    .formatted(
                                            second(transition.opened()),
                                            second(((AlertTransition.Resolved) transition)
                                                    .by()
                                                    .at())));
        }
    }

    private void read(AlertRule rule, long second, double value) {
        take(RuleEvaluator.read(
                StartedRule.of(rule),
                state,
                RuleEvaluation.sample(rule, new Given(at(second), value)).orElseThrow()));
    }

    private void pass(AlertRule rule, long second) {
        take(RuleEvaluator.passed(StartedRule.of(rule), state, at(second)));
    }

    /** A reading that returns the same number for every field. */
    private record Given(Instant at, double number) implements NumericReading {
        @Override
        public Optional<Double> value(String field) {
            return Optional.of(number);
        }
    }

    private static AlertRuleBuilder hot() {
        return AlertRule.named("hot").above("t", 30);
    }

    private static final Duration TEN = Duration.ofSeconds(10);

    @Test
    void opensAtOnceAndResolvesAtTheLimit() {
        AlertRule rule = hot().build();
        read(rule, 0, 30);
        read(rule, 1, 30.5);
        read(rule, 2, 40);
        read(rule, 3, 30);
        assertThat(seen).containsExactly("opened 1 by 1", "resolved 1 by 3");
    }

    @Test
    void valuesBetweenLimitAndClearChangeNothing() {
        AlertRule rule = hot().clearAt(28).build();
        for (int i = 0; i < 20; i++) {
            read(rule, i, i % 2 == 0 ? 30.5 : 29);
        }
        read(rule, 20, 28);
        read(rule, 21, 29);
        assertThat(seen).containsExactly("opened 0 by 0", "resolved 0 by 20");
    }

    @Test
    void durationIsInterruptedByAnyGoodReading() {
        AlertRule rule = hot().clearAt(28).lasting(TEN).build();
        read(rule, 0, 31);
        read(rule, 9, 29);
        read(rule, 10, 31);
        read(rule, 19, 31);
        assertThat(seen).isEmpty();
        read(rule, 20, 31);
        assertThat(seen).containsExactly("opened 20 by 10");
    }

    @Test
    void goodReadingAtTheEndOfTheDurationPreventsTheAlert() {
        AlertRule rule = hot().lasting(TEN).build();
        read(rule, 0, 31);
        read(rule, 10, 29);
        assertThat(seen).isEmpty();
    }

    @Test
    void valueAppliesUntilTheNextReading() {
        AlertRule rule = hot().lasting(TEN).build();
        read(rule, 0, 31);
        read(rule, 11, 29);
        assertThat(seen).containsExactly("opened 10 by 0", "resolved 10 by 11");
    }

    @Test
    void durationCanEndWithoutAReading() {
        AlertRule rule = hot().lasting(TEN).build();
        read(rule, 0, 31);
        pass(rule, 9);
        assertThat(seen).isEmpty();
        pass(rule, 10);
        pass(rule, 100);
        assertThat(seen).containsExactly("opened 10 by 0");
    }

    @Test
    void silenceOpensAfterItsDurationAndTheNextReadingResolvesIt() {
        AlertRule rule = AlertRule.named("gone").silentFor(TEN).build();
        pass(rule, 1000);
        read(rule, 0, 1);
        read(rule, 10, 1);
        pass(rule, 19);
        assertThat(seen).isEmpty();
        pass(rule, 20);
        pass(rule, 30);
        read(rule, 40, 1);
        read(rule, 60, 1);
        assertThat(seen)
                .containsExactly("opened 20 by 10", "resolved 20 by 40", "opened 50 by 40", "resolved 50 by 60");
    }

    @Test
    void changeIsMeasuredFromThePreviousReading() {
        AlertRule rule = AlertRule.named("jump")
                .changing("t", 6, Duration.ofMinutes(1))
                .clearAt(3)
                .build();
        read(rule, 0, 100);
        read(rule, 10, 101);
        read(rule, 20, 99.5);
        read(rule, 30, 99);
        read(rule, 50, 100);
        assertThat(seen).containsExactly("opened 20 by 20", "resolved 20 by 30");
    }

    @Test
    void olderAndRepeatedReadingsChangeNothing() {
        AlertRule rule = hot().build();
        read(rule, 5, 31);
        RuleState before = state;
        read(rule, 5, 31);
        read(rule, 5, 20);
        read(rule, 4, 20);
        assertThat(state).isEqualTo(before);
        assertThat(seen).containsExactly("opened 5 by 5");
    }

    @Test
    void manuallyResolvedAlertOpensAgainOnlyAfterItCleared() {
        AlertRule rule = hot().clearAt(28).build();
        read(rule, 0, 31);
        state = state.held();
        read(rule, 1, 32);
        read(rule, 2, 29);
        read(rule, 3, 33);
        assertThat(seen).containsExactly("opened 0 by 0");
        read(rule, 4, 28);
        read(rule, 5, 31);
        assertThat(seen).containsExactly("opened 0 by 0", "opened 5 by 5");
    }

    @Test
    void manuallyResolvedSilenceOpensAgainOnlyAfterAReading() {
        AlertRule rule = AlertRule.named("gone").silentFor(TEN).build();
        read(rule, 0, 1);
        pass(rule, 10);
        state = state.held();
        pass(rule, 100);
        read(rule, 101, 1);
        pass(rule, 111);
        assertThat(seen).containsExactly("opened 10 by 0", "opened 111 by 101");
    }

    @Test
    void changedRuleKeepsItsOpenAlert() {
        read(hot().build(), 0, 31);
        AlertRule higher = AlertRule.named("hot").above("t", 40).build();
        read(higher, 0, 31);
        pass(higher, 1);
        assertThat(seen).containsExactly("opened 0 by 0");
        read(higher, 2, 35);
        assertThat(seen).containsExactly("opened 0 by 0", "resolved 0 by 2");
    }

    @Test
    void changedRuleRestartsItsDuration() {
        read(hot().lasting(TEN).build(), 0, 31);
        AlertRule longer = hot().lasting(TEN.plus(TEN)).build();
        read(longer, 5, 31);
        pass(longer, 24);
        assertThat(seen).isEmpty();
        pass(longer, 25);
        assertThat(seen).containsExactly("opened 25 by 5");
    }

    @Test
    void changedRuleDoesNotCompareWithAnotherField() {
        read(hot().build(), 0, 10);
        AlertRule jump = AlertRule.named("hot").changing("p", 1, TEN).build();
        read(jump, 1, 1000);
        read(jump, 2, 1000.01);
        assertThat(seen).isEmpty();
    }

    @Test
    void readingWithoutTheFieldIsIgnored() {
        AlertRule rule = hot().build();
        assertThat(RuleEvaluation.sample(rule, new Given(START, Double.NaN))).isEmpty();
    }
}
