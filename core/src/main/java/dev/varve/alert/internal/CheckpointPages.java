package dev.varve.alert.internal;

import static dev.varve.table.AttributePath.attr;

import dev.varve.error.Throttled;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** The items that hold checkpoints of rules, each with those of many devices. A write fails if another process wrote last. */
final class CheckpointPages {

    /** With the longest ids and {@link RuleEvaluation#MAX_RULES} fields, this many devices fit into an item of 400 KB. */
    static final int DEVICES = 128;

    private static final int READ_AT_ONCE = 32;

    /** A partition of consumers' state, so that consumers skip its changes. */
    private static final String PARTITION = "FEED#RULES#";

    private static final String VERSION = "version";
    private static final String DEVICES_ATTRIBUTE = "devices";

    private final Table table;
    private final String series;
    private final int parallel;

    /** One item, and the devices in it. */
    static final class Page {
        final int number;
        final List<WatchedDevice> devices = new ArrayList<>();
        volatile boolean isDirty;
        long version;

        Page(int number) {
            this.number = number;
        }
    }

    /** What one item holds. */
    record Stored(int number, long version, List<DeviceCheckpoint> devices) {}

    CheckpointPages(Table table, String series, int parallel) {
        // A checkpoint that a power failure loses only means that readings are evaluated again.
        this.table = table.deferred();
        this.series = series;
        this.parallel = parallel;
    }

    private Key key(int page) {
        return Key.of(PARTITION + series + "#" + page, "CHECKPOINT");
    }

    /** Reads all pages, in order. */
    CompletableFuture<List<Stored>> read() {
        List<Stored> all = new ArrayList<>();
        return AsyncLoop.whileTrue(() -> {
                    int first = all.size();
                    List<Integer> numbers =
                            IntStream.range(first, first + READ_AT_ONCE).boxed().toList();
                    return ParallelCalls.map(numbers, parallel, this::read).thenApply(found -> {
                        for (Optional<Stored> page : found) {
                            if (page.isEmpty()) {
                                return false;
                            }
                            all.add(page.get());
                        }
                        return true;
                    });
                })
                .thenApply(done -> all);
    }

    private CompletableFuture<Optional<Stored>> read(int number) {
        return table.get(Get.of(key(number)).consistent()).thenApply(found -> {
            Item item = found.item();
            return item == null
                    ? Optional.empty()
                    : Optional.of(new Stored(
                            number,
                            item.number(VERSION).longValueExact(),
                            CheckpointCodec.decode(item.bytes(DEVICES_ATTRIBUTE).toArray())));
        });
    }

    /** Writes pages, if they still have the versions that were read or written last. */
    CompletableFuture<Void> write(List<Page> pages, CompiledRules rules) {
        // In order: a page without the one before it would not be read again.
        return ParallelCalls.map(pages, 1, page -> write(page, rules)).thenAccept(done -> {});
    }

    private CompletableFuture<Void> write(Page page, CompiledRules rules) {
        List<DeviceCheckpoint> devices = new ArrayList<>();
        page.isDirty = false;
        for (WatchedDevice device : page.devices) {
            synchronized (device) {
                device.checkpoint(rules).ifPresent(devices::add);
            }
        }
        Item item = table.schema()
                .keyed(
                        key(page.number),
                        Item.builder()
                                .put(VERSION, Num.of(page.version + 1))
                                .put(DEVICES_ATTRIBUTE, (Value) Bytes.wrap(CheckpointCodec.encode(devices)))
                                .build());
        Put put = Put.of(item)
                .when(page.version == 0 ? attr(VERSION).absent() : attr(VERSION).is(page.version));
        return table.put(put).thenAccept(result -> {
            if (!result.isWritten()) {
                throw new Throttled(
                        "alert.checkpoint-taken",
                        "another process has written the checkpoint of the rules of %s; its readings are evaluated again"
                                .formatted(series));
            }
            page.version++;
        });
    }
}
