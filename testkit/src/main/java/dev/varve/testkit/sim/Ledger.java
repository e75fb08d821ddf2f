package dev.varve.testkit.sim;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** All accepted writes in the order of their keys, from which the expected rows are computed. */
final class Ledger {

    /** The key of an event. */
    private record Place(String device, Instant clock, String id) implements Comparable<Place> {

        private static final Comparator<Place> ORDER =
                Comparator.comparing(Place::device).thenComparing(Place::clock).thenComparing(Place::id);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    /** The event that a key holds from a moment on, null if it was deleted; it expires at {@code expiresAt}. */
    private record Version(Instant at, @Nullable SimEvent sample, long expiresAt) {}

    private final DrawnRollup drawn;
    private final Map<Place, List<Version>> events = new TreeMap<>();

    Ledger(DrawnRollup drawn) {
        this.drawn = drawn;
    }

    private Place place(SimEvent sample) {
        return new Place(sample.device(), drawn.tick().floor(sample.at()), drawn.hasId() ? sample.id() : "");
    }

    /** Returns the live event with the key of this one, or null if there is none. */
    @Nullable
    SimEvent find(SimEvent like, Instant now) {
        List<Version> versions = events.getOrDefault(place(like), List.of());
        if (versions.isEmpty()) {
            return null;
        }
        Version last = versions.get(versions.size() - 1);
        return last.expiresAt() <= now.getEpochSecond() ? null : last.sample();
    }

    void write(SimEvent sample, Instant now) {
        add(sample, new Version(now, drawn.cut(sample), drawn.expiresAt(sample.at(), now)));
    }

    void delete(SimEvent sample, Instant now) {
        add(sample, new Version(now, null, Long.MAX_VALUE));
    }

    private void add(SimEvent sample, Version version) {
        events.computeIfAbsent(place(sample), first -> new ArrayList<>()).add(version);
    }

    /** Returns the events of each row of a tier by the start of its bucket; expiry removes none. */
    Map<Instant, List<SimEvent>> buckets(int tier, boolean isGroup, Predicate<SimEvent> which) {
        Map<Instant, List<SimEvent>> buckets = new TreeMap<>();
        events.forEach((place, versions) -> {
            Instant until = drawn.countedUntil(tier, place.clock(), isGroup);
            SimEvent counted = null;
            for (Version version : versions) {
                counted = version.at().isBefore(until) ? version.sample() : counted;
            }
            if (counted != null && which.test(counted)) {
                Instant start = drawn.calendar().start(drawn.lengths().get(tier).grain(), place.clock());
                buckets.computeIfAbsent(start, first -> new ArrayList<>()).add(counted);
            }
        });
        return buckets;
    }

    int size() {
        return events.size();
    }
}
