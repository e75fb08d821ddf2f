package dev.varve.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.alert.internal.AlertTransition;
import dev.varve.alert.internal.RuleEvaluator;
import dev.varve.alert.internal.RuleState;
import dev.varve.alert.internal.StartedRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares rules that get readings step by step and repeatedly with a naive loop over every second. */
class RuleOracleTest {

    private static final Instant START = Instant.parse("2026-04-20T14:00:00Z");
    private static final int SECONDS = 120;

    /** A rule and its naive form: predicates on the previous reading, or null, and the reading. */
    private record Naive(
            AlertRule rule,
            BiPredicate<@Nullable Reading, Reading> breaks,
            BiPredicate<@Nullable Reading, Reading> clears) {}

    private record Reading(int second, double value) {}

    private static Naive draw(SplittableRandom random) {
        int limit = random.nextInt(-5, 6);
        int slack = random.nextInt(3);
        Duration lasting = Duration.ofSeconds(random.nextBoolean() ? 0 : random.nextInt(1, 15));
        AlertRuleBuilder rule = AlertRule.named("r");
        return switch (random.nextInt(5)) {
            case 0 ->
                new Naive(
                        rule.above("v", limit)
                                .clearAt(limit - slack)
                                .lasting(lasting)
                                .build(),
                        (before, now) -> now.value > limit,
                        (before, now) -> now.value <= limit - slack);
            case 1 ->
                new Naive(
                        rule.below("v", limit)
                                .clearAt(limit + slack)
                                .lasting(lasting)
                                .build(),
                        (before, now) -> now.value < limit,
                        (before, now) -> now.value >= limit + slack);
            case 2 ->
                new Naive(
                        rule.outside("v", limit - 3, limit + 3)
                                .clearInside(limit - 3 + slack, limit + 3)
                                .lasting(lasting)
                                .build(),
                        (before, now) -> now.value < limit - 3 || now.value > limit + 3,
                        (before, now) -> now.value >= limit - 3 + slack && now.value <= limit + 3);
            case 3 ->
                new Naive(
                        rule.changing("v", 8, Duration.ofSeconds(4))
                                .clearAt(8 - slack)
                                .lasting(lasting)
                                .build(),
                        (before, now) -> before != null
                                && Math.abs(now.value - before.value) * 4 > 8 * (now.second - before.second),
                        (before, now) -> before != null
                                && Math.abs(now.value - before.value) * 4
                                        <= (8 - slack) * (now.second - before.second));
            default ->
                new Naive(
                        rule.silentFor(Duration.ofSeconds(random.nextInt(1, 15)))
                                .build(),
                        (before, now) -> false,
                        (before, now) -> true);
        };
    }

    /** Returns the end of each alert by its start; -1 if it is open. */
    private static Map<Integer, Integer> naively(Naive naive, List<Reading> readings) {
        Map<Integer, Integer> alerts = new TreeMap<>();
        Integer broken = null;
        Integer open = null;
        Reading before = null;
        long lasting = naive.rule.lasting().toSeconds();
        for (int second = 0; second < SECONDS; second++) {
            int now = second;
            Reading reading = readings.stream()
                    .filter(each -> each.second == now)
                    .findFirst()
                    .orElse(null);
            if (reading != null) {
                if (open != null && naive.clears.test(before, reading)) {
                    alerts.put(open, second);
                    open = null;
                    broken = null;
                } else if (open == null && !naive.breaks.test(before, reading)) {
                    broken = null;
                } else if (open == null && broken == null) {
                    broken = second;
                }
                before = reading;
            }
            if (naive.rule.trigger() instanceof Trigger.Silent silent && before != null) {
                broken = before.second;
                lasting = silent.duration().toSeconds();
            }
            if (open == null && broken != null && second - broken >= lasting) {
                open = second;
                alerts.put(open, -1);
            }
        }
        return alerts;
    }

    private static Map<Integer, Integer> stepByStep(Naive naive, List<Reading> readings, SplittableRandom random) {
        Map<Integer, Integer> alerts = new TreeMap<>();
        RuleState state = null;
        for (int i = 0; i < readings.size(); i++) {
            state = take(
                    alerts, RuleEvaluator.read(StartedRule.of(naive.rule), state, sample(naive.rule, readings.get(i))));
            while (random.nextInt(3) == 0) {
                Reading again = readings.get(random.nextInt(i + 1));
                state = take(alerts, RuleEvaluator.read(StartedRule.of(naive.rule), state, sample(naive.rule, again)));
            }
            int next = i + 1 < readings.size() ? readings.get(i + 1).second : SECONDS;
            if (random.nextBoolean()) {
                int second = random.nextInt(readings.get(i).second, next);
                state = take(
                        alerts, RuleEvaluator.passed(StartedRule.of(naive.rule), state, START.plusSeconds(second)));
            }
        }
        take(alerts, RuleEvaluator.passed(StartedRule.of(naive.rule), state, START.plusSeconds(SECONDS - 1)));
        return alerts;
    }

    private static Sample sample(AlertRule rule, Reading reading) {
        Instant at = START.plusSeconds(reading.second);
        return rule.trigger().field().isEmpty() ? Sample.at(at) : Sample.of(at, reading.value);
    }

    private static RuleState take(Map<Integer, Integer> alerts, RuleEvaluator step) {
        for (AlertTransition transition : step.transitions()) {
            int opened = second(transition.opened());
            if (transition instanceof AlertTransition.Resolved resolved) {
                assertThat(alerts).containsEntry(opened, -1);
                alerts.put(opened, second(resolved.by().at()));
            } else {
                assertThat(alerts.put(opened, -1)).as("opened once").isNull();
            }
        }
        return step.state();
    }

    private static int second(Instant instant) {
        return (int) Duration.between(START, instant).toSeconds();
    }

    @Test
    void everyOrderOfDeliveryGivesTheAlertsOfTheNaiveModel() {
        int alerts = 0;
        for (long seed = 1; seed <= 3_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Naive naive = draw(random);
            List<Reading> readings = new ArrayList<>();
            for (int second = 0; second < SECONDS; second += random.nextInt(1, random.nextInt(4) == 0 ? 30 : 5)) {
                readings.add(new Reading(second, random.nextInt(-10, 11)));
            }
            Map<Integer, Integer> expected = naively(naive, readings);
            assertThat(stepByStep(naive, readings, random))
                    .as("seed %s, %s, %s", seed, naive.rule, readings)
                    .isEqualTo(expected);
            alerts += expected.size();
        }
        assertThat(alerts).isGreaterThan(3_000);
    }
}
