package dev.varve.server.fleet;

import dev.varve.core.Rejected;
import dev.varve.core.alert.AlertProcessor;
import dev.varve.core.alert.AlertProcessorBuilder;
import dev.varve.core.alert.AlertRule;
import dev.varve.core.alert.Detector;
import dev.varve.core.entity.Entity;
import dev.varve.core.entity.OpenEntities;
import dev.varve.core.feed.Change;
import dev.varve.core.feed.ChangeHandler;
import dev.varve.iot.DynamicReading;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The rules of the fleet, kept in the table, and the processor that goes by them. A rule that was changed holds from the
 * next change of a reading on, in another process after half a minute.
 */
public final class RuleBook implements ChangeHandler {

    public static final Entity<StoredRule> RULES = Entity.of(StoredRule.class)
            .named("rules")
            .partition("RULEBOOK")
            .sort("RULE#{name}")
            .build();

    /** As many as one processor takes. */
    private static final int MOST = 30;

    private static final Duration REFRESHED = Duration.ofSeconds(30);

    private final OpenEntities<StoredRule> stored;
    private final Supplier<AlertProcessorBuilder<DynamicReading>> processors;
    private final InstantSource clock;
    private List<StoredRule> rules = List.of();
    private AlertProcessor<DynamicReading> processor;
    private Instant refreshed = Instant.EPOCH;

    public RuleBook(
            OpenEntities<StoredRule> stored,
            Supplier<AlertProcessorBuilder<DynamicReading>> processors,
            InstantSource clock) {
        this.stored = stored;
        this.processors = processors;
        this.clock = clock;
        this.processor = processors.get().build();
    }

    public List<StoredRule> rules() {
        return stored.in().list();
    }

    public StoredRule put(StoredRule rule) {
        List<StoredRule> known = rules();
        if (known.size() >= MOST
                && known.stream().noneMatch(other -> other.name().equals(rule.name()))) {
            throw new Rejected("rule.too-many", "there are %s rules already: delete one first".formatted(MOST));
        }
        stored.put(rule);
        forget();
        return rule;
    }

    public void delete(String name) {
        stored.delete(name);
        forget();
    }

    private synchronized void forget() {
        refreshed = Instant.EPOCH;
    }

    private synchronized AlertProcessor<DynamicReading> processor() {
        Instant now = clock.instant();
        if (!now.isBefore(refreshed.plus(REFRESHED))) {
            List<StoredRule> current = stored.in().list();
            if (!current.equals(rules)) {
                processor = processors
                        .get()
                        .rules(current.stream()
                                .filter(rule -> !rule.isDetector())
                                .map(StoredRule::rule)
                                .toArray(AlertRule[]::new))
                        .detectors(current.stream()
                                .filter(StoredRule::isDetector)
                                .map(StoredRule::detector)
                                .toArray(Detector[]::new))
                        .build();
                rules = current;
            }
            refreshed = now;
        }
        return processor;
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        return processor().handle(changes);
    }

    @Override
    public CompletableFuture<Void> tick() {
        return processor().tick();
    }

    @Override
    public CompletableFuture<Void> handleTrimmed() {
        return processor().handleTrimmed();
    }
}
