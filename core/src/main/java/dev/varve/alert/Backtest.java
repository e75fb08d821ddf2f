package dev.varve.alert;

import dev.varve.alert.internal.AlertSubject;
import dev.varve.alert.internal.AlertTransition;
import dev.varve.alert.internal.ReadingSource;
import dev.varve.alert.internal.RuleEvaluation;
import dev.varve.alert.internal.RuleEvaluator;
import dev.varve.alert.internal.RuleState;
import dev.varve.alert.internal.StartedRule;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.series.OpenSeries;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Evaluates a rule on the history of a series, without writing anything. */
public final class Backtest<E extends Record> {

    /**
     * An alert that the rule would have opened.
     *
     * @param alertId the id the alert would have had
     * @param readingAt the clock of the reading that broke the rule; for silence, of the last reading before it
     * @param resolvedAt the clock of the reading that cleared the alert; empty if the range ended first
     */
    public record Episode(
            String alertId,
            Instant openedAt,
            Instant readingAt,
            Optional<Double> value,
            Optional<Instant> resolvedAt) {}

    private final OpenSeries<E> series;
    private final ReadingSource<E> readings;

    private Backtest(OpenSeries<E> series) {
        this.series = series;
        this.readings = new ReadingSource<>(series);
    }

    public static <E extends Record> Backtest<E> on(OpenSeries<E> series) {
        return new Backtest<>(series);
    }

    /**
     * Returns the alerts that the rule would have opened for one identity, from its readings in {@code [from, to)}. Earlier
     * readings do not count. The rule is also evaluated at the end of the range.
     */
    public List<Episode> run(AlertRule rule, TimeRange range, Object... identity) {
        rule.trigger().field().ifPresent(field -> readings.requireNumber("rule " + rule.name(), field));
        Parts key = series.declaration().key(identity);
        Run run = new Run(rule, readings.device(key));
        try (Stream<E> events = series.history(key).between(range.from(), range.to()).stream()) {
            events.map(readings::fields)
                    .map(reading -> RuleEvaluation.sample(rule, reading))
                    .flatMap(Optional::stream)
                    .forEach(run::read);
        }
        return run.end(range.to());
    }

    private static final class Run {

        private final StartedRule rule;
        private final AlertSubject device;
        private final List<Episode> episodes = new ArrayList<>();
        private @Nullable RuleState state;

        Run(AlertRule rule, AlertSubject device) {
            this.rule = StartedRule.of(rule);
            this.device = device;
        }

        void read(Sample sample) {
            take(RuleEvaluator.read(rule, state, sample));
        }

        List<Episode> end(Instant to) {
            if (!to.equals(Instant.MAX)) {
                take(RuleEvaluator.passed(rule, state, to.minusNanos(1)));
            }
            return List.copyOf(episodes);
        }

        private void take(RuleEvaluator step) {
            state = step.state();
            for (AlertTransition transition : step.transitions()) {
                Instant at = transition.opened();
                String id = device.alertId(rule.rule().name(), at);
                if (transition instanceof AlertTransition.Opened opening) {
                    Sample by = opening.by();
                    episodes.add(new Episode(id, at, by.at(), by.value(), Optional.empty()));
                } else if (transition instanceof AlertTransition.Resolved end) {
                    Episode last = episodes.remove(episodes.size() - 1);
                    episodes.add(new Episode(
                            id,
                            at,
                            last.readingAt(),
                            last.value(),
                            Optional.of(end.by().at())));
                }
            }
        }
    }
}
