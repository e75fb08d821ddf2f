package dev.varve.iot;

import static dev.varve.table.AttributePath.attr;

import dev.varve.entity.EntityOutcome;
import dev.varve.entity.OpenEntities;
import dev.varve.internal.ParallelCalls;
import dev.varve.key.Tick;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records when devices were seen, and caches their entries.
 *
 * <p>Recording is a write that returns the entry, once in a quarter of the inactivity limit. So the location that readings
 * get is at most that old, and costs no read. Readings of the past may pass a quarter of the limit every moment; they are
 * recorded together a little later.
 */
final class Registry {

    /** The cache is cleared at this many devices. Loading a device again costs one write. */
    private static final int MAX_CACHED = 2_000_000;

    private static final int RECORDED_AT_ONCE = 256;

    /** A cached entry of the registry. */
    static final class CachedDevice {
        private final Optional<FleetDevice> device;
        private final Instant freshUntil;

        /** Whether the cache has another entry by now, or none. */
        private volatile boolean isReplaced;

        /** A reading in this second or later is to be recorded. */
        private volatile long recordedBefore;

        /**
         * @param device the device, if it is registered
         * @param seen when the device was last seen, as recorded
         * @param freshUntil when the entry must be loaded again
         */
        private CachedDevice(Optional<FleetDevice> device, Instant seen, Instant freshUntil, Duration quarter) {
            this.device = device;
            this.freshUntil = freshUntil;
            Instant due = seen.plus(quarter);
            this.recordedBefore = due.getEpochSecond() + (due.getNano() > 0 ? 1 : 0);
        }

        Optional<FleetDevice> device() {
            return device;
        }

        /** Returns whether a reading needs neither a look at the registry nor a record that the device was seen. */
        boolean covers(Instant at, Instant now) {
            return !isReplaced
                    && now.isBefore(freshUntil)
                    && Math.min(at.getEpochSecond(), now.getEpochSecond()) < recordedBefore;
        }

        private boolean mustRecord(Instant seen) {
            return seen.getEpochSecond() >= recordedBefore;
        }

        /** Notes that the device was seen and will be recorded; the next time is due a quarter later. */
        private void recordedLater(Instant seen, Duration quarter) {
            recordedBefore = seen.plus(quarter).getEpochSecond();
        }
    }

    private final OpenEntities<FleetDevice> devices;
    private final InstantSource clock;
    private final Duration quarter;
    private final boolean registersUnknown;
    private final Consumer<String> relist;
    private final Map<String, CompletableFuture<CachedDevice>> cache = new ConcurrentHashMap<>();

    /** The devices that were seen later than the cache says, and when. */
    private final Map<String, Instant> unrecorded = new ConcurrentHashMap<>();

    /** @param relist adds a device to the catalogue again, because another process may have deleted it */
    Registry(Fleet<?> fleet, OpenEntities<FleetDevice> devices, InstantSource clock, Consumer<String> relist) {
        this.relist = relist;
        this.devices = devices;
        this.clock = clock;
        this.quarter = fleet.quarter();
        this.registersUnknown = fleet.registersUnknown();
    }

    /**
     * Records that a device was seen, if that is due; returns its entry.
     *
     * @param check refuses an invalid reading; called before anything is recorded
     */
    CompletableFuture<Optional<FleetDevice>> recordSeen(String deviceId, Instant at, Runnable check) {
        return recordAndFind(deviceId, at, check).thenApply(CachedDevice::device);
    }

    /** Records that a device was seen like {@link #recordSeen}; further readings may use what it returns. */
    CompletableFuture<CachedDevice> recordAndFind(String deviceId, Instant at, Runnable check) {
        Instant now = clock.instant();
        Instant seen = seen(at);
        makeRoom();
        CompletableFuture<CachedDevice> earlier = cache.get(deviceId);
        if (earlier != null && !isDue(earlier, now)) {
            if (isKnown(earlier) && earlier.join().mustRecord(seen)) {
                check.run();
                unrecorded.merge(deviceId, seen, Registry::later);
                earlier.join().recordedLater(seen, quarter);
            }
            return earlier;
        }
        check.run();
        CompletableFuture<CachedDevice> mine = new CompletableFuture<>();
        boolean isMine =
                earlier == null ? cache.putIfAbsent(deviceId, mine) == null : cache.replace(deviceId, earlier, mine);
        if (!isMine) {
            return recordAndFind(deviceId, at, () -> {});
        }
        replaced(earlier);
        // Exceptions thrown before the request is sent must reach the other waiting callers, too.
        var unused = CompletableFuture.completedFuture(seen)
                .thenCompose(recorded -> load(deviceId, recorded, earlier == null ? null : earlier.join()))
                .whenComplete((found, error) -> {
                    if (error == null) {
                        mine.complete(found);
                    } else {
                        cache.remove(deviceId, mine);
                        mine.completeExceptionally(error);
                    }
                });
        return mine;
    }

    private static void replaced(@Nullable CompletableFuture<CachedDevice> entry) {
        if (entry != null && isKnown(entry)) {
            entry.join().isReplaced = true;
        }
    }

    Instant now() {
        return clock.instant();
    }

    /** Returns the time to record for a reading at this clock; a future clock counts as now. */
    Instant seen(Instant at) {
        Instant now = clock.instant();
        return (at.isAfter(now) ? now : at).truncatedTo(ChronoUnit.SECONDS);
    }

    /** Caches a device that was just registered. */
    void add(FleetDevice device) {
        makeRoom();
        relist.accept(device.deviceId());
        replaced(cache.put(device.deviceId(), known(device, device.lastSeenAt().orElseGet(clock::instant))));
    }

    private void makeRoom() {
        if (cache.size() >= MAX_CACHED) {
            cache.values().forEach(Registry::replaced);
            cache.clear();
        }
    }

    /** Returns whether the entry must be loaded or recorded again. A running load is shared by all readings. */
    private boolean isDue(CompletableFuture<CachedDevice> earlier, Instant now) {
        return earlier.isDone() && (!isKnown(earlier) || !now.isBefore(earlier.join().freshUntil));
    }

    private static boolean isKnown(CompletableFuture<CachedDevice> entry) {
        return entry.isDone() && !entry.isCompletedExceptionally();
    }

    private static Instant later(Instant one, Instant other) {
        return one.isBefore(other) ? other : one;
    }

    /** Records all devices that were seen later than recorded, several at a time. */
    CompletableFuture<Void> recordAll() {
        List<String> ids = List.copyOf(unrecorded.keySet());
        return ParallelCalls.map(ids, RECORDED_AT_ONCE, this::recordLater).thenAccept(all -> {});
    }

    private CompletableFuture<Void> recordLater(String deviceId) {
        Instant seen = unrecorded.get(deviceId);
        CompletableFuture<CachedDevice> earlier = cache.get(deviceId);
        if (seen == null) {
            return CompletableFuture.completedFuture(null);
        }
        return patched(deviceId, seen).thenAccept(outcome -> {
            unrecorded.remove(deviceId, seen);
            if (earlier != null && outcome instanceof EntityOutcome.Patched<FleetDevice> patched) {
                if (cache.replace(deviceId, earlier, known(patched.record(), seen))) {
                    replaced(earlier);
                }
            }
        });
    }

    /** Records the device, or only reads it if there is nothing to record, because a read is cheaper. */
    private CompletableFuture<CachedDevice> load(String deviceId, Instant seen, @Nullable CachedDevice before) {
        return before == null || before.mustRecord(seen)
                ? store(deviceId, seen)
                : devices.findAsync(deviceId)
                        .thenCompose(found -> found.isPresent() ? known(found.get(), seen) : unknown(deviceId, seen));
    }

    private CompletableFuture<CachedDevice> store(String deviceId, Instant seen) {
        return patched(deviceId, seen).thenCompose(outcome -> {
            if (outcome instanceof EntityOutcome.Patched<FleetDevice> patched) {
                return known(patched.record(), seen);
            } else if (outcome instanceof EntityOutcome.ConditionFailed<FleetDevice> recorded
                    && recorded.find().isPresent()) {
                return known(recorded.find().get(), seen);
            }
            return unknown(deviceId, seen);
        });
    }

    private CompletableFuture<EntityOutcome.OfPatch<FleetDevice>> patched(String deviceId, Instant seen) {
        String latest = Tick.SECONDS.text(seen.minus(quarter).truncatedTo(ChronoUnit.SECONDS));
        return devices.patch(deviceId)
                .set("lastSeenAt", seen)
                .when(attr("lastSeenAt").absent().or(attr("lastSeenAt").upTo(latest)))
                .runAsync();
    }

    private CompletableFuture<CachedDevice> unknown(String deviceId, Instant seen) {
        if (!registersUnknown) {
            return CompletableFuture.completedFuture(cached(Optional.empty(), seen));
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

    private CompletableFuture<CachedDevice> known(FleetDevice device, Instant seen) {
        return CompletableFuture.completedFuture(
                cached(Optional.of(device), device.lastSeenAt().orElse(seen)));
    }

    private CachedDevice cached(Optional<FleetDevice> device, Instant seen) {
        return new CachedDevice(device, seen, clock.instant().plus(quarter), quarter);
    }

    /** Removes a changed device from the cache, so that its next reading loads it again. */
    void forget(String deviceId) {
        replaced(cache.remove(deviceId));
    }

    /** Removes a device that is no longer registered. */
    void removed(String deviceId) {
        unrecorded.remove(deviceId);
        forget(deviceId);
    }
}
