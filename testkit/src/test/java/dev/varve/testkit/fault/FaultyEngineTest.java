package dev.varve.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Rejected;
import dev.varve.error.Retry;
import dev.varve.error.Throttled;
import dev.varve.error.Unavailable;
import dev.varve.item.Item;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchGetResult;
import dev.varve.table.BatchWrite;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MemoryHarness;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.contract.AllContracts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FaultyEngineTest {

    private static final Key KEY = Key.of("p", "s");
    private static final Item ITEM = Item.of("pk", "p", "sk", "s");

    private final FaultyEngine engine = new FaultyEngine(new MemoryEngine(new MutableClock()), Faults.none(7));
    private final Table table = engine.open(TableSchema.named("faults").build()).join();

    /** Without faults it behaves like the wrapped engine. */
    @Nested
    @Tag("slow")
    class Contracts extends AllContracts {
        @Override
        protected EngineHarness newHarness() {
            return new MemoryHarness(memory -> new FaultyEngine(memory, Faults.none(1)));
        }
    }

    @Test
    void throttledWriteWritesNothing() {
        engine.meet(Faults.none(7).throttled(100));
        Throttled error =
                catchThrowableOfType(Throttled.class, () -> table.blocking().put(ITEM));
        assertThat(error).hasMessage("call 0 is throttled on purpose (seed 7)");
        assertThat(error.retry()).isEqualTo(Retry.LATER);
        engine.meet(Faults.none(7));
        assertThat(table.blocking().get(KEY)).isEmpty();
    }

    @Test
    void lostWriteIsExecuted() {
        engine.meet(Faults.none(7).lost(100));
        OutcomeUnknown error = catchThrowableOfType(
                OutcomeUnknown.class, () -> table.blocking().put(ITEM));
        assertThat(error).hasMessage("the answer to call 0 is lost on purpose (seed 7)");
        assertThat(error.retry()).isEqualTo(Retry.IF_IDEMPOTENT);
        engine.meet(Faults.none(7));
        assertThat(table.blocking().get(KEY)).contains(ITEM);
    }

    @Test
    void lostReadCanBeRepeated() {
        engine.meet(Faults.none(7).lost(100));
        assertThatThrownBy(() -> table.blocking().get(KEY)).isInstanceOf(Unavailable.class);
    }

    @Test
    void rejectionIsReportedDespiteFaults() {
        engine.meet(Faults.none(7).lost(100));
        assertThatThrownBy(() -> table.blocking().get(Key.of("p"))).isInstanceOf(Rejected.class);
    }

    @Test
    void slowResponseWaitsForTheExecutor() {
        List<Runnable> waiting = new ArrayList<>();
        engine.meet(Faults.none(7).slow(100, waiting::add));
        CompletableFuture<?> put = table.put(Put.of(ITEM));
        assertThat(put).isNotDone();
        waiting.forEach(Runnable::run);
        assertThat(put).isCompleted();
    }

    @Test
    void sameSeedGivesTheSameFaults() {
        Faults faults = allFaults(11);
        List<Faults.Fault> first = faultsOf(faults);
        assertThat(faultsOf(faults)).isEqualTo(first);
        assertThat(first).contains(Faults.Fault.values());
        assertThat(faultsOf(allFaults(12))).isNotEqualTo(first);
    }

    @Test
    void retriedPutsSucceedDespiteFaults() {
        engine.meet(Faults.none(3).throttled(40).lost(30));
        int retries = 0;
        for (int i = 0; i < 50; i++) {
            Put put = Put.of(ITEM.with("sk", "s" + i));
            while (table.put(put).isCompletedExceptionally()) {
                retries++;
            }
        }
        engine.meet(Faults.none(3));
        assertThat(retries).isPositive();
        for (int i = 0; i < 50; i++) {
            assertThat(table.get(Get.of(Key.of("p", "s" + i))).join().find()).isPresent();
        }
    }

    @Test
    void invalidPercentagesAreRefused() {
        assertThatThrownBy(() -> Faults.none(1).throttled(60).lost(60))
                .isInstanceOf(Rejected.class)
                .hasMessage(
                        "the percentages of all faults must add up to at most 100, each 0 or more; given {THROTTLED=60, LOST=60}");
    }

    @Test
    void unsentCallWritesNothingAndHasAnUnknownOutcome() {
        engine.meet(Faults.none(7).with(Faults.Fault.UNSENT, 100));
        assertThatThrownBy(() -> table.blocking().put(ITEM))
                .isInstanceOf(OutcomeUnknown.class)
                .hasMessage("call 0 is lost on purpose (seed 7)");
        engine.meet(Faults.none(7).with(Faults.Fault.UNAVAILABLE, 100));
        assertThatThrownBy(() -> table.blocking().put(ITEM)).isInstanceOf(Unavailable.class);
        engine.meet(Faults.none(7));
        assertThat(table.blocking().get(KEY)).isEmpty();
    }

    @Test
    void partialBatchReturnsItsSecondHalf() {
        engine.meet(Faults.none(7).with(Faults.Fault.PARTIAL, 100));
        Put first = Put.of(ITEM);
        Put second = Put.of(ITEM.with("sk", "t"));
        assertThat(table.batchWrite(BatchWrite.of(List.of(first, second)))
                        .join()
                        .unprocessed())
                .containsExactly(second);
        assertThat(table.batchWrite(BatchWrite.of(List.of(second))).join().unprocessed())
                .containsExactly(second);
        BatchGetResult read =
                table.batchGet(BatchGet.of(List.of(KEY, Key.of("p", "t")))).join();
        assertThat(read.found()).containsOnlyKeys(KEY);
        assertThat(read.unprocessed()).containsExactly(Key.of("p", "t"));
    }

    private static Faults allFaults(long seed) {
        Faults faults = Faults.none(seed);
        for (Faults.Fault fault : Faults.Fault.values()) {
            faults = fault == Faults.Fault.NONE ? faults : faults.with(fault, 14);
        }
        return faults;
    }

    private static List<Faults.Fault> faultsOf(Faults faults) {
        List<Faults.Fault> list = new ArrayList<>();
        for (int call = 0; call < 100; call++) {
            list.add(faults.at(call));
        }
        return list;
    }
}
