package dev.varve.alert;

import dev.varve.alert.internal.ReadingSource;
import dev.varve.alert.internal.RuleEvaluation;
import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import dev.varve.series.OpenSeries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Declares the rules, detectors and notifier of an {@link AlertProcessor}; {@link #build} checks the declaration. */
public final class AlertProcessorBuilder<E extends Record> {

    final AlertStore alerts;
    final ReadingSource<E> readings;
    final List<AlertRule> rules = new ArrayList<>();
    final List<Detector> detectors = new ArrayList<>();
    Notifier notifier = Notifier.none();
    Duration tickEvery = Duration.ofMinutes(1);

    AlertProcessorBuilder(AlertStore alerts, OpenSeries<E> series) {
        this.alerts = alerts;
        this.readings = new ReadingSource<>(series);
    }

    /** Adds rules; all rules of a series belong to one processor. */
    public AlertProcessorBuilder<E> rules(AlertRule... more) {
        rules.addAll(List.of(more));
        return this;
    }

    /** Adds detectors. */
    public AlertProcessorBuilder<E> detectors(Detector... more) {
        detectors.addAll(List.of(more));
        return this;
    }

    /** Sets the notifier that delivers notices; by default there is none. */
    public AlertProcessorBuilder<E> notifier(Notifier newNotifier) {
        notifier = newNotifier;
        return this;
    }

    /** Sets how often all devices are evaluated, which reads each of them; the default is a minute. */
    public AlertProcessorBuilder<E> tickEvery(Duration interval) {
        Durations.refuseZero("alert.tick-every", "tickEvery is", interval, "");
        tickEvery = Durations.check("alert.tick-every", "tickEvery", interval);
        return this;
    }

    /** Returns the processor; refuses rules that do not fit the series or each other. */
    public AlertProcessor<E> build() {
        if (rules.size() > RuleEvaluation.MAX_RULES) {
            throw new Rejected(
                    "alert.too-many-rules",
                    "there are %s rules on one series; the limit is %s, because they change in one transaction"
                            .formatted(rules.size(), RuleEvaluation.MAX_RULES));
        }
        if (!rules.isEmpty()) {
            // Fails for a series without a catalogue, which ticks need to find silent devices and undelivered notices.
            var unused = readings.series().identities();
        }
        List<String> names = rules.stream().map(AlertRule::name).toList();
        for (AlertRule rule : rules) {
            rule.trigger().field().ifPresent(field -> readings.requireNumber("rule " + rule.name(), field));
            if (names.indexOf(rule.name()) != names.lastIndexOf(rule.name())) {
                throw new Rejected(
                        "alert.rule-repeated",
                        "two rules are named %s and would share one state: rename one of them".formatted(rule.name()));
            }
        }
        detectors.forEach(detector -> readings.requireNumber("a detector", detector.field()));
        return new AlertProcessor<>(this);
    }
}
