package dev.varve.alert.internal;

import dev.varve.key.Parts;
import dev.varve.table.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The devices of a packed series whose rules are evaluated by this process, in memory and in checkpoints. About 200 bytes for
 * each device with rules on three fields, and not more devices than a limit.
 */
public final class WatchedDevices {

    /** Further devices are evaluated with their stored states. */
    private static final int MAX_DEVICES = 2_000_000;

    /** The page of a device that is not kept. */
    private static final int UNKEPT = -1;

    private final CompiledRules rules;
    private final CheckpointPages stored;
    private final Map<String, WatchedDevice> devices = new ConcurrentHashMap<>();

    // Guarded by this.
    private final List<CheckpointPages.Page> pages = new ArrayList<>();
    private final List<CheckpointPages.Page> withRoom = new ArrayList<>();

    public WatchedDevices(CompiledRules rules, Table table, String series, int parallel) {
        this.rules = rules;
        this.stored = new CheckpointPages(table, series, parallel);
    }

    /** Reads the last checkpoint; call it once, first. */
    public CompletableFuture<Void> restore() {
        return stored.read().thenAccept(read -> read.forEach(this::restore));
    }

    private synchronized void restore(CheckpointPages.Stored from) {
        CheckpointPages.Page page = new CheckpointPages.Page(from.number());
        page.version = from.version();
        pages.add(page);
        for (DeviceCheckpoint each : from.devices()) {
            WatchedDevice device = new WatchedDevice(each.id(), page, rules.ruleFields());
            device.restore(each);
            if (devices.putIfAbsent(each.id(), device) == null) {
                page.devices.add(device);
            }
        }
        if (page.devices.size() < CheckpointPages.DEVICES) {
            withRoom.add(page);
        }
    }

    public int size() {
        return devices.size();
    }

    /** Returns whether there may be devices that are not in memory, because there are too many. */
    public boolean isFull() {
        return devices.size() >= MAX_DEVICES;
    }

    /** Returns the devices for which something is due at this time without a reading. */
    public List<Parts> due(Instant now, Instant limit) {
        long tick = rules.clock().ticks(now);
        long end = rules.clock().ceil(limit);
        List<Parts> due = new ArrayList<>();
        for (WatchedDevice device : devices.values()) {
            synchronized (device) {
                Parts identity = device.identity;
                if (identity != null && (device.isDue(rules, tick) || device.isWaitOver(end))) {
                    due.add(identity);
                }
            }
        }
        return due;
    }

    /** Notes that what the series has of a device before a clock is evaluated. */
    public void waited(String id, Instant limit) {
        WatchedDevice device = devices.get(id);
        if (device != null) {
            synchronized (device) {
                device.waited(rules.clock().ceil(limit));
            }
        }
    }

    /** Returns the whole state of a device: the stored one, and what was evaluated since. */
    public DeviceState merged(DeviceState stored) {
        WatchedDevice device = devices.get(stored.deviceId());
        if (device == null) {
            return stored;
        }
        synchronized (device) {
            return device.merged(stored, rules);
        }
    }

    /** Notes the state of a device after an evaluation, or as it was read. */
    public void note(Parts identity, DeviceState state) {
        WatchedDevice device = watch(state.deviceId(), identity);
        if (device != null) {
            synchronized (device) {
                device.load(state, rules);
            }
        }
    }

    /** Notes that the state of a device was deleted. Readings that wait for their time still do. */
    public void noteDeleted(String id) {
        WatchedDevice device = devices.get(id);
        if (device != null) {
            synchronized (device) {
                device.load(DeviceState.none(new AlertSubject("", id)), rules);
            }
        }
    }

    /** Notes whether the state of a device has undelivered notices, as its changes say in their order. */
    public void owes(String id, boolean hasNotices) {
        WatchedDevice device = devices.get(id);
        if (device != null) {
            synchronized (device) {
                device.owes = hasNotices;
            }
        }
    }

    /** Returns a device, which is kept from now on; null if there are too many. */
    public @Nullable WatchedDevice watch(String id, Parts identity) {
        WatchedDevice known = devices.get(id);
        if (known == null && isFull()) {
            return null;
        }
        WatchedDevice device = known == null ? add(id) : known;
        if (device.identity == null) {
            device.identity = identity;
        }
        return device;
    }

    private synchronized WatchedDevice add(String id) {
        return devices.computeIfAbsent(id, first -> {
            if (withRoom.isEmpty()) {
                CheckpointPages.Page page = new CheckpointPages.Page(pages.size());
                pages.add(page);
                withRoom.add(page);
            }
            CheckpointPages.Page page = withRoom.get(withRoom.size() - 1);
            WatchedDevice device = new WatchedDevice(id, page, rules.ruleFields());
            page.devices.add(device);
            if (page.devices.size() == CheckpointPages.DEVICES) {
                withRoom.remove(page);
            }
            return device;
        });
    }

    /** Returns the devices of identities; one that is not kept lives as long as the delivery. */
    public List<WatchedDevice> of(List<Parts> identities, Function<Parts, String> idOf) {
        Map<String, WatchedDevice> others = new HashMap<>();
        List<WatchedDevice> found = new ArrayList<>(identities.size());
        for (Parts identity : identities) {
            String id = idOf.apply(identity);
            WatchedDevice kept = watch(id, identity);
            found.add(kept != null ? kept : others.computeIfAbsent(id, first -> unkept(id, identity)));
        }
        return found;
    }

    private WatchedDevice unkept(String id, Parts identity) {
        WatchedDevice device = new WatchedDevice(id, new CheckpointPages.Page(UNKEPT), rules.ruleFields());
        device.identity = identity;
        return device;
    }

    /** Returns whether memory keeps newer readings of a device: its state need not be stored for them. */
    public boolean keepsReadings(String id) {
        WatchedDevice device = devices.get(id);
        if (device == null) {
            return false;
        }
        synchronized (device) {
            return !device.isUnsettled;
        }
    }

    private synchronized void forget(String id) {
        WatchedDevice device = devices.remove(id);
        if (device != null) {
            if (device.page.devices.size() == CheckpointPages.DEVICES) {
                withRoom.add(device.page);
            }
            device.page.devices.remove(device);
            device.page.isDirty = true;
        }
    }

    /** Forgets the devices of the checkpoint whose state was not read: the series has no such device any more. */
    public void forgetUnread() {
        List<String> unread = devices.values().stream()
                .filter(device -> !device.isLoaded)
                .map(device -> device.id)
                .toList();
        unread.forEach(this::forget);
    }

    public synchronized boolean isDirty() {
        return pages.stream().anyMatch(page -> page.isDirty);
    }

    /** Stores a checkpoint. Fails if another process has stored one: then this memory is out of date. */
    public CompletableFuture<Void> store() {
        List<CheckpointPages.Page> changed;
        synchronized (this) {
            changed = pages.stream()
                    .filter(page -> page.isDirty || page.version == 0)
                    .toList();
        }
        return stored.write(changed, rules);
    }
}
