package dev.varve.iot;

import static dev.varve.core.table.Path.attr;

import dev.varve.core.entity.EntityOutcome;
import dev.varve.core.entity.OpenEntities;
import dev.varve.core.key.Tick;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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

    /** A device, if there is one, and up to when it need not be noted again. */
    private record Met(Optional<Device> device, Instant seen) {}

    private final OpenEntities<Device> devices;
    private final InstantSource clock;
    private final Duration quarter;
    private final boolean registersUnknown;
    private final Map<String, CompletableFuture<Met>> met = new ConcurrentHashMap<>();

    Registry(Fleet<?> fleet, OpenEntities<Device> devices, InstantSource clock) {
        this.devices = devices;
        this.clock = clock;
        this.quarter = fleet.quarter();
        this.registersUnknown = fleet.registersUnknown();
    }

    /** Notes that a device was heard of, if that is due; returns what is known of it. */
    CompletableFuture<Optional<Device>> meet(String deviceId, Instant at) {
        Instant now = clock.instant();
        // A device whose clock is ahead is not seen in the future.
        Instant seen = (at.isAfter(now) ? now : at).truncatedTo(ChronoUnit.SECONDS);
        if (met.size() >= REMEMBERED) {
            met.clear();
        }
        CompletableFuture<Met> mine = new CompletableFuture<>();
        CompletableFuture<Met> shared = met.compute(deviceId, (id, before) -> isDue(before, seen) ? mine : before);
        if (shared == mine) {
            var unused = note(deviceId, seen).whenComplete((found, error) -> {
                if (error == null) {
                    mine.complete(found);
                } else {
                    met.remove(deviceId, mine);
                    mine.completeExceptionally(error);
                }
            });
        }
        return shared.thenApply(Met::device);
    }

    private boolean isDue(@Nullable CompletableFuture<Met> before, Instant seen) {
        // One that is under way is waited for, by all readings that come meanwhile.
        return before == null
                || (before.isDone() && !seen.isBefore(before.join().seen().plus(quarter)));
    }

    private CompletableFuture<Met> note(String deviceId, Instant seen) {
        return devices.patch(deviceId)
                .set("lastSeenAt", seen)
                .when(attr("lastSeenAt").absent().or(attr("lastSeenAt").before(Tick.SECONDS.text(seen))))
                .runAsync()
                .thenCompose(outcome -> {
                    if (outcome instanceof EntityOutcome.Patched<Device> patched) {
                        return known(patched.record(), seen);
                    } else if (outcome instanceof EntityOutcome.ConditionFailed<Device> newer
                            && newer.find().isPresent()) {
                        return known(newer.find().get(), seen);
                    }
                    return registersUnknown
                            ? register(Device.of(deviceId, deviceId).withLastSeenAt(seen))
                            : CompletableFuture.completedFuture(new Met(Optional.empty(), seen));
                });
    }

    private CompletableFuture<Met> register(Device device) {
        Instant seen = device.lastSeenAt().orElseThrow();
        return devices.createAsync(device)
                .thenCompose(outcome -> known(
                        outcome instanceof EntityOutcome.Exists<Device> exists ? exists.existing() : device, seen));
    }

    private static CompletableFuture<Met> known(Device device, Instant seen) {
        return CompletableFuture.completedFuture(
                new Met(Optional.of(device), device.lastSeenAt().orElse(seen)));
    }

    /** Forgets a device that was changed, so that its next reading asks for it. */
    void forget(String deviceId) {
        met.remove(deviceId);
    }
}
