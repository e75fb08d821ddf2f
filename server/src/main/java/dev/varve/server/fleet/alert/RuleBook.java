package dev.varve.server.fleet.alert;

import dev.varve.alert.AlertProcessor;
import dev.varve.alert.AlertProcessorBuilder;
import dev.varve.alert.AlertRule;
import dev.varve.alert.Detector;
import dev.varve.alert.Severity;
import dev.varve.entity.Entity;
import dev.varve.entity.OpenEntities;
import dev.varve.error.Rejected;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.iot.DynamicReading;
import dev.varve.table.BlockingTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules of the fleet, stored in the table, and the processor that applies them. A changed rule applies from the next
 * reading on, in another process within half a minute. A stored rule that is invalid is skipped; it delays neither the other
 * rules nor the feed.
 */
public final class RuleBook implements ChangeHandler {

    private static final Logger LOG = LoggerFactory.getLogger(RuleBook.class);

    public static final Entity<StoredRule> RULES = Entity.of(StoredRule.class)
            .named("rules")
            .partition("RULEBOOK")
            .sort("RULE#{name}")
            .build();

    /** The largest number of rules of one processor. */
    private static final int MOST = 30;

    /** The largest number of deleted rules that are remembered; beyond it, alerts of a deleted rule name no field. */
    private static final int MAX_RETIRED = 500;

    private static final Duration REFRESHED = Duration.ofSeconds(30);

    private final OpenEntities<StoredRule> stored;
    private final Supplier<AlertProcessorBuilder<DynamicReading>> processors;
    private final InstantSource clock;
    private final Object writing = new Object();
    private volatile List<StoredRule> rules = List.of();
    private volatile AlertProcessor<DynamicReading> processor;
    private Instant refreshed = Instant.EPOCH;

    /** Whether there is no rule, so that no reading needs to be looked at. */
    private volatile boolean isIdle;

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
        return active(stored.in().list());
    }

    private static List<StoredRule> active(List<StoredRule> all) {
        return all.stream().filter(rule -> !rule.isRetired()).toList();
    }

    /** Returns the fields of rules by rule name, deleted rules included. */
    Map<String, String> fields() {
        Map<String, String> fields = new HashMap<>();
        stored.in().list().forEach(rule -> rule.field().ifPresent(field -> fields.put(rule.name(), field)));
        return fields;
    }

    /** Returns the field of a rule, also of a deleted one. */
    Optional<String> storedFieldOf(String rule) {
        return stored.find(rule).flatMap(StoredRule::field);
    }

    /** Returns the field of a rule that is applied to readings now. */
    public Optional<String> fieldOf(String rule) {
        return rules.stream()
                .filter(known -> known.name().equals(rule))
                .findFirst()
                .flatMap(StoredRule::field);
    }

    /** Returns the severities of the rules that are applied to readings now, by rule name. */
    public Map<String, Severity> severities() {
        Map<String, Severity> severities = new HashMap<>();
        rules.stream()
                .filter(rule -> !rule.isDetector() && rule.isComplete())
                .forEach(rule -> severities.put(rule.name(), rule.severityOf()));
        return severities;
    }

    /** Stores a rule; refuses one that the processor cannot take together with the others. */
    public StoredRule put(StoredRule rule) {
        // Not the feed's lock: the thread of the feed may deliver the results that are awaited here.
        synchronized (writing) {
            List<StoredRule> others = active(stored.in().consistent().list()).stream()
                    .filter(other -> !other.name().equals(rule.name()))
                    .toList();
            if (others.size() >= MOST) {
                throw new Rejected(
                        "rule.too-many", "there are %s rules, which is the limit: delete one first".formatted(MOST));
            }
            List<StoredRule> all = new ArrayList<>(fitting(others));
            all.add(rule);
            var unused = built(all);
            endIdleness();
            stored.put(rule);
        }
        forget();
        return rule;
    }

    /** Deletes a rule; its field is remembered for its alerts, up to a limit. */
    public void delete(String name) {
        synchronized (writing) {
            List<StoredRule> retired = stored.in().consistent().list().stream()
                    .filter(StoredRule::isRetired)
                    .toList();
            Optional<StoredRule> rule = stored.findConsistent(name).filter(known -> !known.isRetired());
            if (rule.isPresent() && rule.get().field().isPresent() && retired.size() < MAX_RETIRED) {
                stored.put(rule.get().retired());
            } else if (rule.isPresent()) {
                stored.delete(name);
            }
        }
        forget();
    }

    /** Lets readings be delivered again. Those of the time without rules count as evaluated: a rule begins with the next one. */
    private void endIdleness() {
        if (isIdle) {
            isIdle = false;
            BlockingTable.await(processor.handleTrimmed());
        }
    }

    private synchronized void forget() {
        refreshed = Instant.EPOCH;
    }

    private synchronized AlertProcessor<DynamicReading> processor() {
        Instant now = clock.instant();
        if (!now.isBefore(refreshed.plus(REFRESHED))) {
            List<StoredRule> current = active(stored.in().list());
            if (!current.equals(rules)) {
                AlertProcessor<DynamicReading> next = built(fitting(current));
                endIdleness();
                // The next processor begins with the checkpoint of this one.
                BlockingTable.await(processor.forPackedEvents().flush());
                processor = next;
                rules = current;
            }
            isIdle = current.isEmpty();
            refreshed = now;
        }
        return processor;
    }

    private AlertProcessor<DynamicReading> built(List<StoredRule> all) {
        return processors
                .get()
                .rules(all.stream()
                        .filter(rule -> !rule.isDetector())
                        .map(StoredRule::rule)
                        .toArray(AlertRule[]::new))
                .detectors(all.stream()
                        .filter(StoredRule::isDetector)
                        .map(StoredRule::detector)
                        .toArray(Detector[]::new))
                .build();
    }

    /**
     * Returns the rules that a processor accepts together. A stored rule may come from another version, or from two servers
     * that wrote at once.
     */
    private List<StoredRule> fitting(List<StoredRule> all) {
        List<StoredRule> fitting = List.of();
        for (StoredRule rule : all) {
            List<StoredRule> more =
                    Stream.concat(fitting.stream(), Stream.of(rule)).toList();
            try {
                var unused = built(more);
                fitting = more;
            } catch (Rejected refused) {
                LOG.error("rule {} is skipped: {}", rule.name(), refused.getMessage());
            }
        }
        return fitting;
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        return processor().handle(changes);
    }

    @Override
    public boolean isIdle() {
        return isIdle;
    }

    @Override
    public ChangeHandler forPackedEvents() {
        return processor().forPackedEvents();
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
