package dev.varve.iot;

import static dev.varve.table.AttributePath.attr;

import dev.varve.entity.EntityOutcome;
import dev.varve.entity.OpenEntities;
import dev.varve.key.Tick;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Notes when devices are seen, and remembers what it learned about them on the way.
 *
 * <p>The note is a write that returns the device, once in a quarter of the inactivity limit: so the location that readings
 * get is no older than that, and costs no read.
 */
final class Registry {

    /** Beyond so many devices the memory is emptied: meeting one again costs a write and does no harm. */
    private static final int REMEMBERED = 200_000;

    /**
     * What is known of a device.
     *
     * @param device the device, if there is one
     * @param seen when it was last seen, as far as that is noted
     * @param learned when this was learned
     */
    private record Met(Optional<FleetDevice> device, Instant seen, Instant learned) {}

    private final OpenEntities<FleetDevice> devices;
    private final InstantSource clock;
    private final Duration quarter;
    private final boolean registersUnknown;
    private final Consumer<String> relist;
    private final Map<String, CompletableFuture<Met>> met = new ConcurrentHashMap<>();

    /** @param relist lists the series of a device again: another process may have deleted both */
    Registry(Fleet<?> fleet, OpenEntities<FleetDevice> devices, InstantSource clock, Consumer<String> relist) {
        this.relist = relist;
        this.devices = devices;
        this.clock = clock;
        this.quarter = fleet.quarter();
        this.registersUnknown = fleet.registersUnknown();
    }

    /**
     * Notes that a device was heard of, if that is due; returns what is known of it.
     *
     * @param check refuses the reading; called before anything is noted
     */
    CompletableFuture<Optional<FleetDevice>> meet(String deviceId, Instant at, Runnable check) {
        Instant now = clock.instant();
        Instant seen = seen(at);
        makeRoom();
        CompletableFuture<Met> earlier = met.get(deviceId);
        if (earlier != null && !isDue(earlier, seen, now)) {
            return earlier.thenApply(Met::device);
        }
        check.run();
        CompletableFuture<Met> mine = new CompletableFuture<>();
        boolean isMine =
                earlier == null ? met.putIfAbsent(deviceId, mine) == null : met.replace(deviceId, earlier, mine);
        if (!isMine) {
            return meet(deviceId, at, () -> {});
        }
        // What is thrown on the way to a request must reach those who wait for it, too.
        var unused = CompletableFuture.completedFuture(seen)
                .thenCompose(noted -> learn(deviceId, noted, earlier == null ? null : earlier.join()))
                .whenComplete((found, error) -> {
                    if (error == null) {
                        mine.complete(found);
                    } else {
                        met.remove(deviceId, mine);
                        mine.completeExceptionally(error);
                    }
                });
        return mine.thenApply(Met::device);
    }

    /** Returns when a device with this clock was seen: not in the future, though its clock may be ahead. */
    Instant seen(Instant at) {
        Instant now = clock.instant();
        return (at.isAfter(now) ? now : at).truncatedTo(ChronoUnit.SECONDS);
    }

    /** Remembers a device that was just registered with the time it was seen. */
    void know(FleetDevice device) {
        makeRoom();
        relist.accept(device.deviceId());
        met.put(device.deviceId(), known(device, device.lastSeenAt().orElseGet(clock::instant)));
    }

    private void makeRoom() {
        if (met.size() >= REMEMBERED) {
            met.clear();
        }
    }

    /** One that is under way is waited for, by all readings that come meanwhile. */
    private boolean isDue(CompletableFuture<Met> earlier, Instant seen, Instant now) {
        return earlier.isDone()
                && (earlier.isCompletedExceptionally()
                        || isToBeNoted(earlier.join(), seen)
                        || !now.isBefore(earlier.join().learned().plus(quarter)));
    }

    private boolean isToBeNoted(Met before, Instant seen) {
        return !seen.isBefore(before.seen().plus(quarter));
    }

    /** Notes the device, or only asks for it where there is nothing to note: a read is cheaper than a write. */
    private CompletableFuture<Met> learn(String deviceId, Instant seen, @Nullable Met before) {
        return before == null || isToBeNoted(before, seen)
                ? note(deviceId, seen)
                : devices.findAsync(deviceId)
                        .thenCompose(found -> found.isPresent() ? known(found.get(), seen) : unknown(deviceId, seen));
    }

    private CompletableFuture<Met> note(String deviceId, Instant seen) {
        String latest = Tick.SECONDS.text(seen.minus(quarter).truncatedTo(ChronoUnit.SECONDS));
        return devices.patch(deviceId)
                .set("lastSeenAt", seen)
                .when(attr("lastSeenAt").absent().or(attr("lastSeenAt").upTo(latest)))
                .runAsync()
                .thenCompose(outcome -> {
                    if (outcome instanceof EntityOutcome.Patched<FleetDevice> patched) {
                        return known(patched.record(), seen);
                    } else if (outcome instanceof EntityOutcome.ConditionFailed<FleetDevice> noted
                            && noted.find().isPresent()) {
                        return known(noted.find().get(), seen);
                    }
                    return unknown(deviceId, seen);
                });
    }

    private CompletableFuture<Met> unknown(String deviceId, Instant seen) {
        if (!registersUnknown) {
            return CompletableFuture.completedFuture(new Met(Optional.empty(), seen, clock.instant()));
        }
        FleetDevice device = FleetDevice.of(deviceId, deviceId).withLastSeenAt(seen);
        return devices.createAsync(device).thenCompose(outcome -> {
            if (outcome instanceof EntityOutcome.Exists<FleetDevice> exists) {
                return known(exists.existing(), seen);
            }
            relist.accept(deviceId);
            return known(device, seen);
        });
    }

    private CompletableFuture<Met> known(FleetDevice device, Instant seen) {
        return CompletableFuture.completedFuture(
                new Met(Optional.of(device), device.lastSeenAt().orElse(seen), clock.instant()));
    }

    /** Forgets a device that was changed, so that its next reading asks for it. */
    void forget(String deviceId) {
        met.remove(deviceId);
    }
}
