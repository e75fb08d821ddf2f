package dev.varve.benchmarks;

import dev.varve.item.InstantFormat;
import dev.varve.item.Item;
import dev.varve.item.RecordMapping;
import dev.varve.item.RecordOptions;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Compares the mapping of records to items and back with optimised hand-written code for the same attributes.
 *
 * <p>{@code reading} is flat and numeric, {@code device} has an enum, an optional, a list, a set and a nested record.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class RecordMappingBenchmark {

    private static final int RECORDS = 256;
    private static final int SEED = 42;

    private static final RecordOptions OPTIONS = RecordOptions.defaults()
            .rename("temperature", "t")
            .rename("humidity", "h")
            .instants(InstantFormat.EPOCH_MILLIS);

    // Not constants, because applications hold their mappings in objects.
    private final RecordMapping<SampleRecords.Reading> readings =
            RecordMapping.of(SampleRecords.Reading.class, OPTIONS);
    private final RecordMapping<SampleRecords.Device> devices = RecordMapping.of(
            SampleRecords.Device.class, RecordOptions.defaults().instants(InstantFormat.EPOCH_MILLIS));

    private final SampleRecords.Reading[] readingRecords = new SampleRecords.Reading[RECORDS];
    private final SampleRecords.Device[] deviceRecords = new SampleRecords.Device[RECORDS];
    private final Item[] readingItems = new Item[RECORDS];
    private final Item[] deviceItems = new Item[RECORDS];
    private int next;

    /** Also runs both mappings through the shared code, so that neither is optimised as the only one. */
    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < RECORDS; i++) {
            readingRecords[i] = SampleRecords.reading(random);
            deviceRecords[i] = SampleRecords.device(random);
            readingItems[i] = HandWrittenMapping.toItem(readingRecords[i]);
            deviceItems[i] = HandWrittenMapping.toItem(deviceRecords[i]);
        }
        for (int i = 0; i < RECORDS * 200; i++) {
            require(readingItem(), readingItems[next % RECORDS]);
            require(deviceItem(), deviceItems[next % RECORDS]);
            require(reading(), readingRecords[next % RECORDS]);
            require(device(), deviceRecords[next % RECORDS]);
        }
    }

    private static void require(Object mapped, Object written) {
        if (!mapped.equals(written)) {
            throw new IllegalStateException("%s differs from %s".formatted(mapped, written));
        }
    }

    @Benchmark
    public Item readingItem() {
        return readings.toItem(readingRecords[turn()]);
    }

    @Benchmark
    public Item readingItemByHand() {
        return HandWrittenMapping.toItem(readingRecords[turn()]);
    }

    @Benchmark
    public SampleRecords.Reading reading() {
        return readings.fromItem(readingItems[turn()]);
    }

    @Benchmark
    public SampleRecords.Reading readingByHand() {
        return HandWrittenMapping.toReading(readingItems[turn()]);
    }

    @Benchmark
    public Item deviceItem() {
        return devices.toItem(deviceRecords[turn()]);
    }

    @Benchmark
    public Item deviceItemByHand() {
        return HandWrittenMapping.toItem(deviceRecords[turn()]);
    }

    @Benchmark
    public SampleRecords.Device device() {
        return devices.fromItem(deviceItems[turn()]);
    }

    @Benchmark
    public SampleRecords.Device deviceByHand() {
        return HandWrittenMapping.toDevice(deviceItems[turn()]);
    }

    private int turn() {
        next = (next + 1) % RECORDS;
        return next;
    }
}
