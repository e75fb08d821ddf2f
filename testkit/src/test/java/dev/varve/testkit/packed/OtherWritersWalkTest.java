package dev.varve.testkit.packed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.series.ConflictPolicy;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Processes that follow each other see every acknowledged row, whoever has accepted it, and no other: compared with a map after each
 * step, with late rows, corrections, deletions, crashes, take-overs, faults, and reads of an older state.
 */
class OtherWritersWalkTest {

    record Reading(String deviceId, Instant at, double value) {}

    private record Place(String device, Instant at) {}

    private static final Instant START = Instant.parse("2026-04-20T12:00:00Z");
    private static final Duration STEP_OF_RENEWALS = Duration.ofSeconds(15);
    private static final int STEPS = 120;
    private static final int MOST_PROCESSES = 3;

    private static Series<Reading> declared(ConflictPolicy conflicts) {
        return Series.of(Reading.class)
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .onConflict(conflicts)
                .packed()
                .build();
    }

    /** A run of one seed. */
    private static final class Walk {
        private final Draw draw;
        private final Series<Reading> series;
        private final SharedTableWorld world;
        private final List<SharedTableWorld.OneProcess<Reading>> live = new ArrayList<>();
        private final Map<Place, Set<Double>> accepted = new HashMap<>();
        private final Map<String, TreeMap<Instant, Double>> model = new HashMap<>();
        private final Map<Place, String> owners = new HashMap<>();
        private final boolean isShared;
        private int opened;

        /** @param isShared whether processes write the same clocks, so that the order of sealing decides */
        Walk(long seed, Faults faults, boolean isShared) {
            this.draw = new Draw(seed);
            this.isShared = isShared;
            this.series = declared(draw.oneOf(ConflictPolicy.values()));
            this.world = new SharedTableWorld(START.plus(Duration.ofHours(2)), draw, faults);
            open();
            open();
        }

        private void open() {
            live.add(world.open("p" + opened++, series));
        }

        void run(int stalePercent) {
            for (int step = 0; step < STEPS; step++) {
                world.stale(stalePercent);
                act();
                if (draw.chance(30)) {
                    world.catchUp(draw.below(10));
                }
                if (draw.chance(40)) {
                    world.stale(0);
                    world.catchUp(Integer.MAX_VALUE);
                    draw.oneOf(live).await(PackedStore::follow);
                    var one = draw.oneOf(live);
                    one.await(PackedStore::follow);
                    check(one, "step " + step);
                }
            }
            world.stale(0);
            settle();
        }

        private void act() {
            var process = draw.oneOf(live);
            int choice = draw.below(100);
            if (choice < 55) {
                append(process);
            } else if (choice < 63) {
                correct(process);
            } else if (choice < 69) {
                delete(process);
            } else if (choice < 77) {
                process.await(PackedStore::tick);
            } else if (choice < 83) {
                process.await(PackedStore::flush);
            } else if (choice < 90) {
                process.await(PackedStore::follow);
                history(process, "d0", draw.chance(50));
            } else if (choice < 95) {
                pass(Duration.ofSeconds(draw.below(90)));
            } else if (choice < 97) {
                pass(Duration.ofMinutes(draw.below(70)));
            } else if (live.size() > 1 && draw.chance(60)) {
                // It ends without a word. Another one takes over when its lease has ended.
                live.remove(process);
            } else if (live.size() < MOST_PROCESSES) {
                open();
            }
        }

        /** Lets time pass; processes renew their leases meanwhile. */
        private void pass(Duration time) {
            for (Duration left = time; !left.isZero() && !left.isNegative(); left = left.minus(STEP_OF_RENEWALS)) {
                world.clock.advance(left.compareTo(STEP_OF_RENEWALS) < 0 ? left : STEP_OF_RENEWALS);
                live.forEach(process -> process.await(PackedStore::tick));
            }
        }

        private Reading draw(SharedTableWorld.OneProcess<Reading> process) {
            Instant hour = START.plus(Duration.ofHours(draw.below(3)));
            int writer = isShared ? 0 : Integer.parseInt(process.name.substring(1));
            Instant at = hour.plusSeconds(30L * draw.below(isShared ? 10 : 100) + writer % 30);
            return new Reading("d" + draw.below(2), at, draw.below(1000));
        }

        /** Returns whether a process may change the row with this clock without another one doing so too. */
        private boolean owns(SharedTableWorld.OneProcess<Reading> process, Reading reading) {
            return isShared || owners.getOrDefault(place(reading), process.name).equals(process.name);
        }

        private static Place place(Reading reading) {
            return new Place(reading.deviceId(), reading.at());
        }

        private void append(SharedTableWorld.OneProcess<Reading> process) {
            Reading reading = draw(process);
            if (!owns(process, reading)) {
                return;
            }
            Outcome<Reading> outcome = SharedTableWorld.retried(() -> process.series.append(reading));
            if (!(outcome instanceof Outcome.Conflict)) {
                wrote(process, reading);
            }
        }

        private void wrote(SharedTableWorld.OneProcess<Reading> process, Reading reading) {
            owners.put(place(reading), process.name);
            accepted.computeIfAbsent(place(reading), first -> new HashSet<>()).add(reading.value());
            model.computeIfAbsent(reading.deviceId(), first -> new TreeMap<>()).put(reading.at(), reading.value());
        }

        private void correct(SharedTableWorld.OneProcess<Reading> process) {
            Reading reading = draw(process);
            if (owns(process, reading) && SharedTableWorld.retried(() -> process.series.correct(reading))) {
                wrote(process, reading);
            }
        }

        private void delete(SharedTableWorld.OneProcess<Reading> process) {
            Reading reading = draw(process);
            if (owns(process, reading)) {
                SharedTableWorld.retried(() -> process.series.delete(reading));
                model.computeIfAbsent(reading.deviceId(), first -> new TreeMap<>())
                        .remove(reading.at());
            }
        }

        private static NavigableMap<Instant, Double> history(
                SharedTableWorld.OneProcess<Reading> process, String device, boolean isConsistent) {
            var query = process.series.history(device).between(START, START.plus(Duration.ofHours(5)));
            List<Reading> rows = SharedTableWorld.retried(() -> (isConsistent ? query.consistent() : query).list());
            TreeMap<Instant, Double> found = new TreeMap<>();
            rows.forEach(row -> found.put(row.at(), row.value()));
            assertThat(found).hasSize(rows.size());
            return found;
        }

        private void check(SharedTableWorld.OneProcess<Reading> process, String when) {
            for (String device : List.of("d0", "d1")) {
                NavigableMap<Instant, Double> found = history(process, device, draw.chance(50));
                if (isShared) {
                    found.forEach((at, value) -> assertThat(accepted.getOrDefault(new Place(device, at), Set.of()))
                            .as("%s: %s of %s at %s was never accepted", when, value, device, at)
                            .contains(value));
                } else {
                    TreeMap<Instant, Double> expected = model.getOrDefault(device, new TreeMap<>());
                    assertThat(found)
                            .as("%s: %s of %s, %s", when, device, process.name, series)
                            .isEqualTo(expected);
                    assertThat(SharedTableWorld.retried(() -> process.series.latest(device))
                                    .map(Reading::at))
                            .as("%s: latest of %s", when, device)
                            .isEqualTo(expected.isEmpty() ? Optional.empty() : Optional.of(expected.lastKey()));
                }
            }
        }

        /** Seals everything; then all processes agree, also those that do not follow others. */
        private void settle() {
            live.removeIf(process -> live.size() > 1 && draw.chance(30));
            open();
            pass(Duration.ofMinutes(2));
            live.forEach(process -> process.await(PackedStore::flush));
            world.catchUp(Integer.MAX_VALUE);
            Map<String, NavigableMap<Instant, Double>> first = new HashMap<>();
            for (var process : live) {
                check(process, "at the end");
                for (String device : List.of("d0", "d1")) {
                    NavigableMap<Instant, Double> found = history(process, device, true);
                    assertThat(found)
                            .as("%s of %s", device, process.name)
                            .isEqualTo(first.computeIfAbsent(device, none -> found));
                }
            }
            for (var process : live) {
                process.await(PackedStore::follow);
                check(process, "after all were sealed and read");
            }
        }
    }

    @Test
    void processesSeeTheRowsOfAll() {
        Seeds.run(15, seed -> new Walk(seed, Faults.none(seed), false).run(0));
    }

    @Test
    void readsOfAnOlderStateLoseNothing() {
        Seeds.run(15, seed -> new Walk(seed, Faults.none(seed), false).run(60));
    }

    @Test
    void faultsLoseNothing() {
        Faults faults = Faults.none(1).throttled(3).lost(4).with(Faults.Fault.UNSENT, 3);
        Seeds.run(15, seed -> new Walk(seed, faults, false).run(40));
    }

    @Test
    void conflictsBetweenProcessesShowOnlyAcceptedRows() {
        Seeds.run(15, seed -> new Walk(seed, Faults.none(seed), true).run(30));
    }
}
