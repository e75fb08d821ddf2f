package dev.varve.testkit.model;

import dev.varve.series.ConflictPolicy;
import dev.varve.series.TtlStart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A naive model of a series: all events in one list and a map of states, without keys, partitions or concurrency. */
final class SeriesModel {

    /** An event, and the second at which it expires. */
    private record StoredEvent(Event event, long expiresAt) {}

    private final DrawnSeries series;
    private final List<StoredEvent> events = new ArrayList<>();
    private final Map<String, State> states = new HashMap<>();
    private final Set<String> listed = new TreeSet<>();

    SeriesModel(DrawnSeries series) {
        this.series = series;
    }

    /** Returns an independent copy of this model. */
    SeriesModel copy() {
        SeriesModel copy = new SeriesModel(series);
        copy.events.addAll(events);
        return copy;
    }

    ExpectedOutcome append(Event given, ModelCondition condition, Instant now) {
        Event event = series.cut(given);
        if (given.at().isAfter(now.plus(series.maxFuture()))) {
            return new ExpectedOutcome("series.too-far-ahead", event);
        } else if (series.ttlBase() == TtlStart.EVENT_TIME && series.isOver(given.at(), now)) {
            return new ExpectedOutcome("series.expired", event);
        }
        listed.add(event.device());
        if (!series.isTracked()
                && series.conflicts() == ConflictPolicy.REFUSE
                && !condition.equals(ModelCondition.NONE)) {
            return new ExpectedOutcome("series.condition-on-nothing", event);
        }
        Event existing = find(event, now).orElse(null);
        return existing == null ? first(given, condition, now) : again(given, existing, condition, now);
    }

    /** Appends an event with a new key. */
    private ExpectedOutcome first(Event given, ModelCondition condition, Instant now) {
        Event event = series.cut(given);
        State state = states.get(event.device());
        if (series.isTracked() && state != null && !series.isNewer(event, state)) {
            if (series.keepsLate()) {
                store(given, now);
            }
            return new ExpectedOutcome(series.keepsLate() ? "Late" : "Stale", event, state);
        } else if (!condition.test().test(state)) {
            return new ExpectedOutcome("ConditionFailed", event, state);
        }
        store(given, now);
        return new ExpectedOutcome("Applied", event, updateState(event, now));
    }

    /** Appends an event with the key of a stored one. */
    private ExpectedOutcome again(Event given, Event existing, ModelCondition condition, Instant now) {
        Event event = series.cut(given);
        Event whole = series.conflicts() == ConflictPolicy.MERGE ? existing.under(event) : event;
        if (existing.equals(event) || existing.equals(whole)) {
            return new ExpectedOutcome("Duplicate", event);
        } else if (series.conflicts() == ConflictPolicy.REFUSE) {
            return new ExpectedOutcome("Conflict", event.at(), existing, null);
        }
        State state = series.isTracked() ? states.get(event.device()) : State.of(existing);
        if (series.isTracked() && state != null && !series.isNewer(whole, state) && !series.isOf(whole, state)) {
            store(whole, now);
            return new ExpectedOutcome("Late", event, state);
        } else if (!condition.test().test(state)) {
            return new ExpectedOutcome("ConditionFailed", event, state);
        }
        // A replacing event is stored as given; a merged event keeps the stored clock.
        store(series.isTracked() || series.conflicts() == ConflictPolicy.MERGE ? whole : given, now);
        return new ExpectedOutcome("Applied", event, updateState(whole, now));
    }

    boolean correct(Event given, Instant now) {
        if (find(given, now).isEmpty()) {
            return false;
        }
        store(given, now);
        State state = states.get(given.device());
        if (state != null && series.isOf(given, state)) {
            updateState(series.cut(given), now);
        }
        return true;
    }

    boolean delete(Event given, Instant now) {
        boolean isThere = find(given, now).isPresent();
        events.removeIf(stored -> series.isSameKey(stored.event(), given));
        return isThere;
    }

    void enrich(String device, Optional<String> account) {
        states.computeIfPresent(device, (key, state) -> state.account(account));
    }

    Optional<State> state(String device) {
        return Optional.ofNullable(states.get(device));
    }

    Set<String> listed() {
        return listed;
    }

    /** Returns the live events in the order of their keys. */
    List<Event> events(Instant now) {
        return events.stream()
                .filter(stored -> stored.expiresAt() > now.getEpochSecond())
                .map(StoredEvent::event)
                .sorted(Comparator.comparing((Event event) -> series.cutClock(event.at()))
                        .thenComparing(Event::id))
                .toList();
    }

    private Optional<Event> find(Event wanted, Instant now) {
        return events(now).stream()
                .filter(event -> series.isSameKey(event, wanted))
                .findFirst();
    }

    private void store(Event given, Instant now) {
        events.removeIf(stored -> series.isSameKey(stored.event(), given));
        events.add(new StoredEvent(series.cut(given), series.expiresAt(given.at(), now)));
    }

    private @Nullable State updateState(Event event, Instant now) {
        if (!series.isTracked()) {
            return null;
        }
        Optional<State> old = state(event.device());
        Optional<State> kept = old.filter(state -> series.mergesCurrent());
        State next = new State(
                event.device(),
                event.at(),
                event.id(),
                event.note().or(() -> kept.flatMap(State::note)),
                event.level().or(() -> kept.flatMap(State::level)),
                event.place().or(() -> kept.flatMap(State::place)),
                old.flatMap(State::account),
                old.flatMap(State::createdAt).or(() -> Optional.of(now).filter(moment -> series.isEnriched())));
        states.put(event.device(), next);
        return next;
    }
}
